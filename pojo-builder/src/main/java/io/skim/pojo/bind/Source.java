package io.skim.pojo.bind;

import java.lang.annotation.Annotation;

/**
 * The sources of members' values, each with the annotation that binds a member to it.
 */
enum Source
{
    ENTRY(Entry.class), PROPERTY(Property.class), FIELD(Field.class), MESSAGE_FIELD(MessageField.class),
    MESSAGE_ANNOTATION(MessageAnnotation.class),
    DELIVERY_ANNOTATION(DeliveryAnnotation.class), FOOTER(Footer.class);

    final Class<? extends Annotation> annotation;

    Source(final Class<? extends Annotation> annotation)
    {
        this.annotation = annotation;
    }

    /** The annotation as it is written before a member. */
    String words()
    {
        return '@' + annotation.getSimpleName();
    }
}

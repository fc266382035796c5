package io.skim.pojo.bind;

import java.lang.annotation.Annotation;

/**
 * The kinds of places that a member's value may come from, each with the annotation that ties a member to it.
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

    /** As it stands in front of a member. */
    String words()
    {
        return '@' + annotation.getSimpleName();
    }
}

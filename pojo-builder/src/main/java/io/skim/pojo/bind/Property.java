package io.skim.pojo.bind;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Binds a component of a record or a field of a class to a message property: in a remoting frame, one inside the ext field
 * {@code i} or {@code properties}; in an AMQP message, an application property.
 */
@Documented
@Target({ElementType.RECORD_COMPONENT, ElementType.FIELD})
@Retention(RetentionPolicy.RUNTIME)
public @interface Property
{
    /** {@return the exact name of the property on the wire; empty, the default, for the member's own name} */
    String value() default "";
}

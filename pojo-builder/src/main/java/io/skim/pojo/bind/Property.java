package io.skim.pojo.bind;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Ties a component of a record or a field of a class to a message property: of a remoting frame one inside the ext field
 * {@code i} or {@code properties}, of an AMQP message an application property.
 */
@Documented
@Target({ElementType.RECORD_COMPONENT, ElementType.FIELD})
@Retention(RetentionPolicy.RUNTIME)
public @interface Property
{
    /**
     * The name of the property, exactly; the member's own unless it is told.
     *
     * @return as it is on the wire; empty for the member's own.
     */
    String value() default "";
}

package io.skim.pojo.bind;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Binds a component of a record or a field of a class to an ext field of remoting frames. A component without an annotation, and a
 * field that is only {@link Required}, are bound to the ext field of their own name.
 * <p>
 * In requests that spell the fields of send headers with one letter (codes 310, 320, 325), the long names ({@code topic},
 * {@code queueId}, {@code properties} ...) mean the one-letter names, and only these.
 */
@Documented
@Target({ElementType.RECORD_COMPONENT, ElementType.FIELD})
@Retention(RetentionPolicy.RUNTIME)
public @interface Entry
{
    /** {@return the exact name of the ext field on the wire; empty, the default, for the member's own name} */
    String value() default "";
}

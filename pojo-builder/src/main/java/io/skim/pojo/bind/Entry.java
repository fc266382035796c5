package io.skim.pojo.bind;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Ties a component of a record or a field of a class to an ext field of remoting frames. Without any annotation a component is
 * tied to the ext field of its own name, and so is a field that is only {@link Required}.
 * <p>
 * The names of send headers ({@code topic}, {@code queueId}, {@code properties} ...) stand for their letters too, in
 * requests of the codes that have them (310, 320, 325), and for those alone there.
 */
@Documented
@Target({ElementType.RECORD_COMPONENT, ElementType.FIELD})
@Retention(RetentionPolicy.RUNTIME)
public @interface Entry
{
    /**
     * The name of the ext field, exactly; the member's own unless it is told.
     *
     * @return as it is on the wire; empty for the member's own.
     */
    String value() default "";
}

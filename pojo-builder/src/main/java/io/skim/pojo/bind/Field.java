package io.skim.pojo.bind;

import io.skim.scan.remoting.RemotingField;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Binds a component of a record or a field of a class to a fixed field of remoting frames: a number to {@code CODE},
 * {@code VERSION}, {@code OPAQUE} or {@code FLAG}, a {@link io.skim.scan.remoting.RemotingLanguage} to {@code LANGUAGE}, text to
 * {@code REMARK}, bytes to {@code BODY}. If a JSON header does not have the number, a primitive member is 0; if it has no
 * language, the language is JAVA, as in the reference.
 */
@Documented
@Target({ElementType.RECORD_COMPONENT, ElementType.FIELD})
@Retention(RetentionPolicy.RUNTIME)
public @interface Field
{
    /** {@return the field: any but the containers} */
    RemotingField value();
}

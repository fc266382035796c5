package io.skim.pojo.bind;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A frame without a value for this member is refused. Members of primitive types are required without saying so;
 * others are null where there is no value, in a class what its constructor made them.
 */
@Documented
@Target({ElementType.RECORD_COMPONENT, ElementType.FIELD})
@Retention(RetentionPolicy.RUNTIME)
public @interface Required
{
}

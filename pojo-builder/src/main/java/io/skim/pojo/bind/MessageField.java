package io.skim.pojo.bind;

import io.skim.scan.amqp.AmqpField;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Binds a component of a record or a field of a class to a field of an AMQP message's header or properties, or to the
 * message's body: {@link io.skim.scan.amqp.AmqpField#VALUE} if it is an amqp-value, {@link
 * io.skim.scan.amqp.AmqpField#DATA} to a {@code byte[]} if it is data, with all data sections concatenated.
 * <p>
 * Fields are not converted: a number accepts whole numbers, a {@code String} texts and symbols, an {@code Instant} or (in
 * milliseconds) a {@code long} a timestamp. If a message has no {@code durable}, {@code priority}, {@code first-acquirer} or
 * {@code delivery-count}, a primitive member has the standard's default: false, 4, false and 0.
 *
 * @see "OASIS AMQP 1.0, part 3 (messaging), section 3.2"
 */
@Documented
@Target({ElementType.RECORD_COMPONENT, ElementType.FIELD})
@Retention(RetentionPolicy.RUNTIME)
public @interface MessageField
{
    /** {@return the field: any but the containers and {@code SEQUENCE}} */
    AmqpField value();
}

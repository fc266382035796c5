package io.skim.pojo.bind;

import io.skim.scan.amqp.AmqpField;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Ties a component of a record or a field of a class to a field of an AMQP message's header or properties, or to the
 * message's body: {@link io.skim.scan.amqp.AmqpField#VALUE} if it is an amqp-value, {@link
 * io.skim.scan.amqp.AmqpField#DATA} to a {@code byte[]} if it is data, all sections of it one behind the other.
 * <p>
 * Fields are taken as they are, and not converted: whole numbers by numbers, texts and symbols by {@code String}, a
 * timestamp by {@code Instant} or, as milliseconds, {@code long}. Where a message has no {@code durable}, {@code
 * priority}, {@code first-acquirer} or {@code delivery-count} a primitive member has the standard's default: false, 4,
 * false and 0.
 *
 * @see "OASIS AMQP 1.0, part 3 (messaging), section 3.2"
 */
@Documented
@Target({ElementType.RECORD_COMPONENT, ElementType.FIELD})
@Retention(RetentionPolicy.RUNTIME)
public @interface MessageField
{
    /**
     * The field.
     *
     * @return any but the containers and {@code SEQUENCE}.
     */
    AmqpField value();
}

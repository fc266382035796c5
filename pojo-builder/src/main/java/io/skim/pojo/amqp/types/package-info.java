/**
 * The 48 described types of AMQP 1.0 and its filters as classes with an accessor for each field, generated in the build
 * from {@code amqp-types.json}.
 *
 * <pre>
 * bytes  -- AmqpTypedReader --&gt;  AmqpHeader, AmqpAttach, ...  -- writeTo --&gt;  AmqpEncoder
 * tree   -- of, AmqpTypedValues --&gt;          ...              -- toValue --&gt;  tree
 * </pre>
 *
 * Reading bytes and converting a tree make the same object, or both refuse. Fields that are maps, lists, or values of any type are
 * trees of {@link io.skim.pojo.amqp}; all others have Java types. An unset field differs from one that is set to its default.
 */
@NullMarked
package io.skim.pojo.amqp.types;

import org.jspecify.annotations.NullMarked;

/**
 * The 48 described types of AMQP 1.0 and its filters as classes with an accessor for each field, generated in the build
 * from {@code amqp-types.json}. They are the trees of {@link io.skim.pojo.amqp} with names: taken from a tree, changed,
 * and made a tree again.
 */
package io.skim.pojo.amqp.types;

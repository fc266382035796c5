/**
 * The typed headers of RocketMQ's remoting protocol: one class for each class of the reference, with the same name.
 * <p>
 * A typed header gives types to ext fields: the key is the field's name, the value its text. The build generates the classes from
 * the generator's {@code remoting-headers.schema}. {@link io.skim.pojo.headers.TypedHeaderReader} reads them from a frame, without
 * a map between; {@link io.skim.pojo.headers.HeaderTypes} gives the header of a code.
 */
@NullMarked
package io.skim.pojo.headers;

import org.jspecify.annotations.NullMarked;

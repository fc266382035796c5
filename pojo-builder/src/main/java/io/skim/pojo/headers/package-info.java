/**
 * The typed headers of RocketMQ's remoting protocol, one class for each of the reference's, under its name.
 * <p>
 * A typed header is ext fields with types: the key is the field's name, the value its text. The classes are generated in
 * the build from the generator's {@code remoting-headers.schema}; what is written by hand here reads and writes them.
 * {@link io.skim.pojo.headers.TypedHeaderReader} fills them from a frame, with no map between;
 * {@link io.skim.pojo.headers.HeaderTypes} tells which header goes with which code.
 */
package io.skim.pojo.headers;

/**
 * Users' own records and classes, filled from remoting headers and AMQP messages by name.
 * <p>
 * {@link io.skim.pojo.bind.TypeBinding} looks at a type once; {@link io.skim.pojo.bind.TypeReader} fills an object from
 * each frame, without reflection and without a map, or tells which member failed, and where.
 */
package io.skim.pojo.bind;

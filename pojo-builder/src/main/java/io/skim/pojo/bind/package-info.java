/**
 * Fills users' own records and classes from remoting headers and AMQP messages, by name.
 * <p>
 * A {@link io.skim.pojo.bind.TypeBinding} inspects a type once. A {@link io.skim.pojo.bind.TypeReader} makes an object from each
 * frame, without reflection and without a map, or reports the member that failed, the reason and the offset.
 */
@NullMarked
package io.skim.pojo.bind;

import org.jspecify.annotations.NullMarked;

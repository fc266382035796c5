/**
 * RocketMQ's message stores, captures and AMQP messages as streams and tables of Apache Flink: the connector {@code skim}, and
 * {@link io.skim.flink.SkimFiles} for streams of rows.
 * <p>
 * Selected columns become an interest, and filters a condition that is evaluated before a row is made: a body that is no
 * selected column is not read. A checkpoint holds the place in each file, so that after a failure each row counts exactly once.
 */
@NullMarked
package io.skim.flink;

import org.jspecify.annotations.NullMarked;

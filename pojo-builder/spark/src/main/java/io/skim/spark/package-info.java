/**
 * RocketMQ's message stores as tables of Apache Spark: {@code spark.read().format("skim")}.
 * <p>
 * Selected columns become an interest, and filters a condition that is evaluated before a row is made: a body that is no
 * selected column is not read. Segments are cut into splits, and records found again by what they look like.
 */
@NullMarked
package io.skim.spark;

import org.jspecify.annotations.NullMarked;

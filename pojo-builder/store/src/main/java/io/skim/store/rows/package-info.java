/**
 * Messages of stores, frames of files and captures, and AMQP messages as rows of typed columns, for engines that query tables.
 *
 * <pre>
 * RowSchema ── names of columns ──► RowReader ── interest ──► SegmentReader ──► values of one row
 *                                       ▲                     or a scanner of frames or messages
 * RowPredicate ── evaluated on ─────────┘      true, false or unknown, as in SQL
 * </pre>
 *
 * A reader asks only for what its columns need: a body that is no column is not touched. Null means that a message does not
 * have the value. Message properties are never null, but may have no entries; a property is never an empty text, because RocketMQ drops
 * properties without a value. A body without bytes is null, and its length 0. In AMQP a field that is absent is null, as one that is
 * null on the wire; a text may be empty; a body is null if there is no data section, and else has the bytes of all of them.
 */
@NullMarked
package io.skim.store.rows;

import org.jspecify.annotations.NullMarked;

/**
 * Messages of stores as rows of typed columns, for engines that query tables.
 *
 * <pre>
 * RowSchema ── names of columns ──► RowReader ── interest ──► SegmentReader ──► values of one row
 *                                       ▲
 * RowPredicate ── evaluated on ─────────┘      true, false or unknown, as in SQL
 * </pre>
 *
 * A reader asks only for what its columns need: a body that is no column is not touched. Null means that a message does not
 * have the value. Properties are never null, but may have no entries; a property is never an empty text, because RocketMQ drops
 * properties without a value. A body without bytes is null, and its length 0.
 */
package io.skim.store.rows;

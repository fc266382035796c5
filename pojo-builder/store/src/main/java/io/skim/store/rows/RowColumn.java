package io.skim.store.rows;

/**
 * A column.
 *
 * @param name       that queries use.
 * @param type       of its values.
 * @param isProperty whether it is the message property of that name, and not a value that each message has.
 */
public record RowColumn(String name, RowType type, boolean isProperty)
{
}

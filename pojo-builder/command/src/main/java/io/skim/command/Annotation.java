package io.skim.command;

import org.jspecify.annotations.Nullable;

/**
 * A range of a frame's bytes, and what it means.
 *
 * @param from  in the frame.
 * @param to    behind its last byte.
 * @param name  of the field.
 * @param value for people; null for none.
 * @param rule  how it is encoded, or what it has to be; null for none.
 */
record Annotation(int from, int to, String name, @Nullable String value, @Nullable String rule)
{
}

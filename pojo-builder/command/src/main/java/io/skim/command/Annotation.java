package io.skim.command;

/**
 * A range of a frame's bytes, and what it means.
 *
 * @param from  in the frame.
 * @param to    behind its last byte.
 * @param name  of the field.
 * @param value for people; null for none.
 * @param rule  how it is encoded, or what it has to be; null for none.
 */
record Annotation(int from, int to, String name, String value, String rule)
{
}

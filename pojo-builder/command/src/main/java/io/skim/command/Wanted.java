package io.skim.command;

import org.jspecify.annotations.Nullable;

/**
 * Which messages to follow: those with a key or id, or those with a property.
 *
 * @param key   a word of the keys, or an id; null if a property is wanted.
 * @param name  of the property; null if a key is wanted.
 * @param value of the property; null if a key is wanted.
 */
record Wanted(@Nullable String key, @Nullable String name, @Nullable String value)
{
}

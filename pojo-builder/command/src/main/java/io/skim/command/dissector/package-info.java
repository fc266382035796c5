/**
 * {@code skim dissector}: a plugin for Wireshark, made of the schemas of the typed headers and the codes.
 */
@NullMarked
package io.skim.command.dissector;

import org.jspecify.annotations.NullMarked;

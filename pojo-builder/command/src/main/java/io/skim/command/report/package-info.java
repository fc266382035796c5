/**
 * {@code skim report}: one page about the traffic in captures, with pictures and their tables, that needs nothing else.
 */
@NullMarked
package io.skim.command.report;

import org.jspecify.annotations.NullMarked;

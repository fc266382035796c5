/**
 * The {@code skim} command.
 */
package io.skim.command;

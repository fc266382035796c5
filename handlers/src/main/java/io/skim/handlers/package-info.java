/**
 * Ready-made handlers for the scanner.
 */
package io.skim.handlers;

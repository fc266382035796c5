/**
 * Push loops that are copied for each class of handler. Not exported.
 */
package io.skim.loops;

/**
 * What the scanners of all encodings share below their handlers: push loops that are copied for each class of handler,
 * and the ids of interests. Not exported.
 */
package io.skim.loops;

/**
 * Strings made of bytes and for logs, for the classes of this module: not exported.
 */
@NullMarked
package io.skim.pojo.text;

import org.jspecify.annotations.NullMarked;

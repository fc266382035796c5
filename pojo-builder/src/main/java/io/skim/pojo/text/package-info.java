/**
 * Strings made of bytes, for the builders of this module: not exported.
 */
@NullMarked
package io.skim.pojo.text;

import org.jspecify.annotations.NullMarked;

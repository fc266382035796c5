/**
 * The way from {@code io.skim.scan.spi} to what {@code io.skim.scan} hides. Not exported.
 */
@NullMarked
package io.skim.scan.access;

import org.jspecify.annotations.NullMarked;

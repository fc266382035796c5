/**
 * The generator of the typed headers: part of the build, not of the library. javac runs {@link
 * io.skim.generate.HeaderProcessor} while it compiles the rest of this module.
 */
@NullMarked
package io.skim.generate;

import org.jspecify.annotations.NullMarked;

/**
 * Whole objects, built from frames.
 */
package io.skim.pojo;

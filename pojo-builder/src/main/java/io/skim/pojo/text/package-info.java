/**
 * Strings made of bytes, for the builders of this module: not exported.
 */
package io.skim.pojo.text;

/**
 * What Skim costs beside its peers: one class for each question, contenders side by side over the same real frames.
 * {@code docs/benchmarks.md} has the answers, and says how to ask again.
 */
package io.skim.benchmarks;

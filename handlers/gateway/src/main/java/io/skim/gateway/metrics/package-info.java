/**
 * Counts and times of a gateway. Event loops write to memory of their own, without locks, atomic updates or garbage; a scrape sums
 * up what all loops wrote.
 */
@NullMarked
package io.skim.gateway.metrics;

import org.jspecify.annotations.NullMarked;

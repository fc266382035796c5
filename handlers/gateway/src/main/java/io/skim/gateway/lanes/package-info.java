/**
 * Gray lanes: which consumer groups of a lane read which queues, marks of sends for them, and rewritten subscriptions and names.
 */
@NullMarked
package io.skim.gateway.lanes;

import org.jspecify.annotations.NullMarked;

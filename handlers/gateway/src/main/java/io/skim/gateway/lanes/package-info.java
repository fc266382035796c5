/**
 * Gray lanes: which consumer groups of a lane read which queues, marks of sends for them, and rewritten subscriptions and names.
 */
package io.skim.gateway.lanes;

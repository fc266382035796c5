/**
 * The rules of a gateway, compiled: what happens to each request, from the one scan of its frame.
 *
 * <pre>
 * LiveRules live = new LiveRules(file);                                        // one for the gateway
 * Decider decider = new Decider(live);                                         // one for each event loop
 * ConnectionFacts facts = new ConnectionFacts(listener, address, tlsName, names); // one for each connection
 *
 * if (scanner.check(frame))
 * {
 *     Decision decision = decider.decide(scanner, facts, System.nanoTime());   // valid until the next call
 *     switch (decision.verdict()) { case FORWARD -&gt; ...; case DENY -&gt; ...; case DROP -&gt; ... }
 * }
 * </pre>
 */
@NullMarked
package io.skim.gateway.rules;

import org.jspecify.annotations.NullMarked;

/**
 * Routes frames without decoding them: rules with targets, evaluated in one scan, and a gate of request codes.
 *
 * <pre>
 * rules --compile--&gt; RouteTable --+
 *        (whole, or refused)      | one volatile write
 *                                 v
 *                              Routes  shared by all threads
 *                                 | read before each frame
 *                                 v
 *               frame --scan--&gt; Router --&gt; target          one for each thread
 * </pre>
 *
 * A {@link io.skim.handlers.route.RouteTable} is an ordered list of selectors, each with a target; the first that selects
 * a frame decides. {@link io.skim.handlers.route.Routes} holds the current table, and replaces it while routers work. A
 * {@link io.skim.handlers.route.Router} is the handler of one thread. A {@link io.skim.handlers.route.RequestGate} admits
 * requests by their codes.
 * <p>
 * The {@link io.skim.handlers.route.ResourceMap} lists the fields of requests that name a topic, a group or a namespace. A
 * {@link io.skim.handlers.route.ResourceReader} reads them, for decisions about access. A {@link
 * io.skim.handlers.route.NameRewriter} adds a {@link io.skim.handlers.route.Namespace} to them and removes it again. A
 * {@link io.skim.handlers.route.NameCheck} judges a name as the broker does. Nothing in this package makes garbage for a
 * frame.
 */
@NullMarked
package io.skim.handlers.route;

import org.jspecify.annotations.NullMarked;

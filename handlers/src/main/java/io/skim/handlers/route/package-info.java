/**
 * Decides where frames go, without decoding them: rules with targets, evaluated in one scan, and a gate of request codes.
 *
 * <pre>
 * rules --compile--&gt; RouteTable --+
 *        (whole, or refused)      | one volatile write
 *                                 v
 *                              Routes  shared by all threads
 *                                 | looked at before each frame
 *                                 v
 *               frame --scan--&gt; Router --&gt; target          one for each thread
 * </pre>
 *
 * A {@link io.skim.handlers.route.RouteTable} is an ordered list of selectors, each with a target; the first that selects
 * a frame decides. {@link io.skim.handlers.route.Routes} holds the table in force, and exchanges it while others route. A
 * {@link io.skim.handlers.route.Router} is the handler of one thread. A {@link io.skim.handlers.route.RequestGate} admits
 * requests by their codes.
 * <p>
 * The {@link io.skim.handlers.route.ResourceMap} tells which fields of a request name a topic, a group or a namespace. A
 * {@link io.skim.handlers.route.ResourceReader} reads them, for decisions about access; a {@link
 * io.skim.handlers.route.NamespaceRewriter} puts them into a {@link io.skim.handlers.route.Namespace} and takes them out
 * again. A {@link io.skim.handlers.route.NameCheck} says of a name what the broker would. Nothing here makes garbage for a
 * frame.
 */
package io.skim.handlers.route;

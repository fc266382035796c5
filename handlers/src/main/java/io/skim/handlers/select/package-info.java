/**
 * Chooses frames by what their headers say, without decoding them, and takes declared values out of them.
 * <p>
 * A {@link io.skim.handlers.select.Selector} is compiled once from its text: RocketMQ's SQL92 dialect, a tag expression,
 * or a JMS selector. It becomes a tree of nodes, in which constants are folded, with an interest that names what it reads. A
 * {@link io.skim.handlers.select.SelectorEvaluator} is the handler of one thread: while the frame is scanned it keeps the
 * values its selectors name, each in a slot of its own, and then evaluates their trees. The languages differ in how they
 * compare values, and in nothing else that is evaluated.
 *
 * <pre>
 * text --compile--> Selector = places + tree           frame --scan, interest--> slots --tree--> Verdict
 *                       |  any number of them                          ^
 *                       +-----> SelectorTable = shared places + trees
 * </pre>
 *
 * A tree is evaluated by recursion, no deeper than a text may nest conditions. Nothing here recurses or backtracks over a
 * frame, and no regular expression is run; what could make evaluation expensive is refused when compiling, with a reason and
 * a column. Evaluation makes no garbage.
 *
 * @see "rocketmq-filter 5.5.0; Jakarta Messaging 3.1, section 3.8.1"
 */
package io.skim.handlers.select;

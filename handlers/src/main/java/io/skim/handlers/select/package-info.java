/**
 * Selects frames by the values in their headers, and extracts values, without decoding the headers.
 * <p>
 * A {@link io.skim.handlers.select.Selector} is compiled once from its text: RocketMQ's SQL92 dialect, a tag expression,
 * or a JMS selector. The result is a tree of nodes, with folded constants, and an interest in the values that it reads. A
 * {@link io.skim.handlers.select.SelectorEvaluator} is the handler of one thread. During the scan it stores each value in a slot;
 * afterwards it evaluates the trees. The languages share the nodes, and differ only in how they compare values.
 *
 * <pre>
 * text --compile--> Selector = places + tree           frame --scan, interest--> slots --tree--> Verdict
 *                       |  any number of them                          ^
 *                       +-----> SelectorTable = shared places + trees
 * </pre>
 *
 * A tree is evaluated by recursion, no deeper than a text may nest conditions. Nothing recurses or backtracks over a frame, and
 * there are no regular expressions. The compiler refuses expressions that are expensive to evaluate, with a reason and a column.
 * Evaluation allocates nothing.
 *
 * @see "rocketmq-filter 5.5.0; Jakarta Messaging 3.1, section 3.8.1"
 */
@NullMarked
package io.skim.handlers.select;

import org.jspecify.annotations.NullMarked;

/**
 * Chooses frames by what their headers say, without decoding them, and takes declared values out of them.
 * <p>
 * A {@link io.skim.handlers.select.Selector} is compiled once from its text: RocketMQ's SQL92 dialect, a tag expression,
 * or a JMS selector. It becomes a flat program, postfix over ints, with an interest that names what it reads. A
 * {@link io.skim.handlers.select.SelectorEvaluator} is the handler of one thread: while the frame is scanned it keeps the
 * values its selectors name, each in a slot of its own, and then runs their programs.
 *
 * <pre>
 * text --compile--> Selector = places + program        frame --scan, interest--> slots --program--> Verdict
 *                       |  any number of them                          ^
 *                       +-----> SelectorTable = shared places + programs
 * </pre>
 *
 * Nothing here recurses or backtracks over a frame, and no regular expression is run; what could make evaluation
 * expensive is refused when compiling, with a reason and a column. Evaluation makes no garbage.
 *
 * @see "rocketmq-filter 5.5.0; Jakarta Messaging 3.1, section 3.8.1"
 */
package io.skim.handlers.select;

/**
 * AMQP 1.0 values as objects.
 *
 * <pre>
 * AmqpReader ──► AmqpTreeBuilder ──► AmqpValue: AmqpUint, AmqpSymbol, AmqpMap, AmqpArray, AmqpDescribed, ...
 *  pulled, no recursion   │                └─► AmqpNotation: {"described":[{"ulong":"112"},{"list":[...]}]}
 *                         └─ AmqpBudget: depth, nodes, bytes
 * </pre>
 *
 * Facts that break simple trees: a symbol is not a string, and a uint is not an int; NaN has bits; a map has an order, and may
 * have a key twice; an empty array has an element type; an array of described values has its descriptor once, in its constructor;
 * ten octets can claim a hundred million nulls.
 */
@NullMarked
package io.skim.pojo.amqp;

import org.jspecify.annotations.NullMarked;

/**
 * AMQP 1.0 values as objects.
 *
 * <pre>
 * AmqpReader ──► AmqpTreeBuilder ──► AmqpValue: AmqpUint, AmqpSymbol, AmqpMap, AmqpArray, AmqpDescribed, ...
 *  pulled, no recursion   │                └─► AmqpNotation: {"described":[{"ulong":"112"},{"list":[...]}]}
 *                         └─ AmqpBudget: depth, nodes, bytes
 * </pre>
 *
 * What breaks naive trees: a symbol is not a string and a uint is no int; NaN has bits; a map has an order and may have a
 * key twice; an empty array has an element type, and a described one has its descriptor once, in its constructor; a
 * hundred million nulls fit into ten octets.
 */
package io.skim.pojo.amqp;

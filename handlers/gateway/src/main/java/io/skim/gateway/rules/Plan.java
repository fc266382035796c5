package io.skim.gateway.rules;

/**
 * The rules and lanes that can fit the connections of one kind, by their indices.
 *
 * @param version of the rules.
 * @param rules   whose conditions on the connection hold, in order.
 * @param lanes   likewise.
 */
record Plan(long version, int[] rules, int[] lanes)
{
}

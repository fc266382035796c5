package io.skim.gateway.rules;

/**
 * The rules and lanes that can fit the connections of one kind, by their indices.
 *
 * @param version   of the rules.
 * @param rules     for requests, whose conditions on the connection hold, in order.
 * @param responses likewise the rules for responses.
 * @param lanes     likewise.
 */
record Plan(long version, int[] rules, int[] responses, int[] lanes)
{
}

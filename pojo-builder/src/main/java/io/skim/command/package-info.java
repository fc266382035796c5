/**
 * The {@code skim} command: frames in, one JSON object a line out.
 *
 * <pre>
 * file ──► HeaderSplitter ──► RemotingScanner ──► RemotingHeaderBuilder ──► JsonLines ──► stdout
 *               │ pieces of the body ──► CRC-32, nothing is kept         └─► refused: a line on stderr
 *
 * file ──► Window ──► AmqpTreeBuilder, AmqpMessageBuilder ──► AmqpNotation ──► JsonLines ──► stdout
 * </pre>
 *
 * Exit status: 0 all read, 1 some input malformed, 2 wrong usage, 3 a file could not be read or written.
 */
package io.skim.command;

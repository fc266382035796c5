/**
 * The {@code skim} command. {@code Inputs} reads the files of the command line, one after the other, and an {@code
 * InputReader} makes of them what the command is for; a {@code UnitStream} is fed with the bytes of one stream of frames: a
 * file, or a direction of a connection in a capture.
 *
 * <pre>
 * decode          HeaderSplitter ──► RemotingHeaderView ──► HeaderJson ──► JsonLines ──► stdout
 *                      │ pieces of the body ──► CRC-32, nothing is kept         └─► refused: a line on stderr
 *                 Window ──► AmqpTreeBuilder, AmqpMessageBuilder ──► AmqpNotation ──► JsonLines ──► stdout
 * filter, rewrite FrameSplitter ──► SelectorEvaluator, RemotingRewriter ──► stdout or a file
 * stats           HeaderSplitter ──► RemotingScanner ──► FrameStatistics ──► tables, or one JSON object
 * </pre>
 *
 * Exit status: 0 all read, 1 some input malformed, 2 wrong usage, 3 a file could not be read or written.
 */
@NullMarked
package io.skim.command;

import org.jspecify.annotations.NullMarked;

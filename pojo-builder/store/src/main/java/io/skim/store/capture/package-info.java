/**
 * Packet captures: the streams of bytes that TCP connections carried, out of a pcap or pcapng file.
 *
 * <pre>
 * file ──► CaptureReader ──► TcpStreams ──► Stream, one for each connection and direction
 *           a packet          │ LinkLayer, TcpSegment: where the payload is, and its sequence number
 *           at a time         └ Direction: in order, each byte once; what is ahead waits, within limits
 * </pre>
 *
 * Captures are hostile input: nothing here throws because of what a file holds, takes memory by a number in it, or keeps
 * more than its limits. What is no TCP over IP is passed over; checksums are not looked at, because a capture on the
 * sending host has packets whose checksum the network card would have filled in.
 */
@NullMarked
package io.skim.store.capture;

import org.jspecify.annotations.NullMarked;

/**
 * The files of a RocketMQ broker's message store, read where they lie.
 *
 * <pre>
 * commitlog/00000000000000000000      named by the offset of its first byte; 1 GiB unless the broker is configured otherwise
 *           00000000001073741824
 *
 * record record record ... blank(8) any bytes      a full segment: the size in the blank record reaches its end
 * record record record zeros                       the segment that is written: allocated in advance
 * </pre>
 *
 * {@link io.skim.store.StoreFiles} finds the segments of a folder. {@link io.skim.store.SegmentReader} reads the records of one,
 * with the handlers that also read records out of frames. It maps files, so that bodies are not read, and works with offsets
 * of 64 bits. {@link io.skim.store.SegmentSource} is for files that are somewhere else. {@link io.skim.store.TopicQueues} and
 * {@link io.skim.store.KeyIndex} tell it which records to read for one topic or one key.
 * <p>
 * Facts that break naive readers: the bytes behind a blank record are not always zeros, a record may be longer than what is
 * left of a copy, the body of a record may contain a record, and a damaged length says nothing about where the next record
 * begins.
 */
@NullMarked
package io.skim.store;

import org.jspecify.annotations.NullMarked;

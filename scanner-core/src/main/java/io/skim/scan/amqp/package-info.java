/**
 * AMQP 1.0: values, messages, the frames they travel in, and deliveries that are cut over several of these.
 *
 * <pre>
 * list, map  code ├ size ┼ count ┼ items ┤      a described value: 00, its descriptor, its value
 * section    00 53 7x ├ value ┤                 x from 0, header, to 8, footer; 5 to 7 are bodies
 * message    sections in that order
 *
 * 0      4      5      6         8              4*doff          size
 * ├ size ┼ doff ┼ type ┼ channel ┼ ext. header ─┼ performative ──┼ payload ┤   type 0 AMQP, 1 SASL
 * </pre>
 *
 * Each section may be missing; the body is one or more data sections, one or more sequences, or one value. Sections and
 * performatives are described values alike: their descriptor is a small ulong, or a long one, or a symbol.
 * <p>
 * Which class for what:
 * <ul>
 * <li>From a stream to frames: {@link io.skim.scan.amqp.AmqpFrameSplitter}. A frame is pulled by
 * {@link io.skim.scan.amqp.AmqpFrameReader} or shown by {@link io.skim.scan.amqp.AmqpFrameScanner}; both leave its
 * payload unread.
 * <li>From transfers to a message: {@link io.skim.scan.amqp.DeliveryGatherer}, one for each link.
 * <li>Some values of a message, by callback: {@link io.skim.scan.amqp.AmqpScanner}. A section that nobody asked for is
 * passed over by its size. All of a message, without callbacks: {@link io.skim.scan.amqp.AmqpMessageView}.
 * <li>Values without a message: {@link io.skim.scan.amqp.AmqpValueScanner} by callback. Pulled, or from inside of a
 * compound value that was shown: {@link io.skim.scan.amqp.AmqpReader}.
 * </ul>
 * What a scanner or reader makes of a frame or message does not depend on those before. State is the gatherer's, of one
 * delivery: the first transfer states id and tag, later ones repeat them or leave them out, and what contradicts the
 * first is refused. The delivery is over with a transfer that does not say more, or says aborted. A gatherer that has
 * refused one refuses all until {@link io.skim.scan.amqp.DeliveryGatherer#reset()}. The message it gives is good until
 * the next transfer is added; of one transfer, no longer than its frame.
 * <p>
 * What breaks naive readers: a size does not count itself, and a map's count is of keys and values; an empty list has
 * three forms, and so have uints and ulongs; elements of an array may have no bytes, so that ten bytes claim two
 * thousand million of them; a list may end early, and fields that are missing or null mean their default; a name is a
 * string in application-properties and a symbol in annotations, where keys may also be ulongs; equal keys may come, and
 * peers take the last; nothing but the performative tells where the payload begins; and a piece of a message that was
 * cut between two sections looks like a whole one.
 */
@NullMarked
package io.skim.scan.amqp;

import org.jspecify.annotations.NullMarked;

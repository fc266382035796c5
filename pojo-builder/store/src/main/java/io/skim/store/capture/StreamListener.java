package io.skim.store.capture;

/**
 * Learns of the streams in a capture.
 */
public interface StreamListener
{
    /**
     * Takes part in a new stream: called before its first byte, and never for a direction without payload.
     *
     * @param connection sender and receiver, as {@code 10.0.0.1:40000>10.0.0.2:10911} or
     *                   {@code [::1]:40000>[::1]:10911}. The same pair can come again, with another connection.
     * @param stream     a number that no other direction of the capture has; its lowest bit apart it is the same in both
     *                   directions of a connection.
     * @param whole      whether the stream is known from its very beginning; if not, the capture is younger than the
     *                   connection, and the first byte is that of a segment.
     * @return what takes the bytes; each segment's at once, but for what of it came before.
     */
    Stream begin(String connection, long stream, boolean whole);

    /**
     * Whether {@link TcpStreams#counts()} have what happens to a direction: asked once, when its first packet comes, which may be long
     * before {@link #begin}.
     *
     * @param connection as {@code begin} is given it.
     * @param stream     likewise.
     * @return true unless a listener says otherwise.
     */
    default boolean isCounted(final String connection, final long stream)
    {
        return true;
    }
}

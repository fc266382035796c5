package io.skim.command.capture;

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
     * @return what takes the bytes.
     */
    Stream begin(String connection);
}

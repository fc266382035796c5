package io.skim.netty;

/** What is kept with a request until its response comes, in one number: the server, the filter's tag, and the encoding. */
final class RequestMark
{
    private static final int BINARY = 1;
    private static final int TAG_SHIFT = 1;
    private static final int SERVER_SHIFT = 17;
    /** In place of the number of a server: the request went to several. */
    static final int SEVERAL = Integer.MAX_VALUE >>> SERVER_SHIFT;
    /** The greatest number of a server. */
    static final int MOST_SERVER = SEVERAL - 1;

    private RequestMark()
    {
    }

    static int of(final int server, final int tag, final boolean isBinary)
    {
        return server << SERVER_SHIFT | tag << TAG_SHIFT | (isBinary ? BINARY : 0);
    }

    static int server(final int mark)
    {
        return mark >>> SERVER_SHIFT;
    }

    static int tag(final int mark)
    {
        return mark >>> TAG_SHIFT & RemotingExchange.MOST_TAG;
    }

    static boolean isBinary(final int mark)
    {
        return (mark & BINARY) != 0;
    }
}

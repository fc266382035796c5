package io.skim.gateway.connection;

import java.util.logging.LogManager;
import org.jspecify.annotations.Nullable;

/**
 * The log manager of a gateway's own process. The one of the JDK closes its handlers as soon as a signal ends the process, which is when the
 * gateway begins to drain: all that the log tells of that would be lost, such as why connections end. This one closes them when the gateway
 * has stopped. It reads the same settings. The property {@code java.util.logging.manager} names it before anything is logged.
 */
public final class DrainLog extends LogManager
{
    /** For the JDK, which makes the log manager. */
    public DrainLog()
    {
        Handlers.manager = this;
    }

    @Override
    public void reset()
    {
        if (!Handlers.isKept)
        {
            super.reset();
        }
    }

    /** What is done with the handlers. A class of its own: it makes no log manager, for which file descriptors may be too few. */
    public static final class Handlers
    {
        private static volatile boolean isKept;
        private static volatile @Nullable DrainLog manager;

        private Handlers()
        {
        }

        /** Leaves them open from now on. */
        public static void keep()
        {
            isKept = true;
        }

        /** Closes them after {@link #keep}. */
        public static void close()
        {
            isKept = false;
            final DrainLog made = manager;
            if (made != null)
            {
                made.reset();
            }
        }
    }
}

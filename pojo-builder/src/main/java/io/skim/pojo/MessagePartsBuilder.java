package io.skim.pojo;

import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.ScanTracker;
import org.jspecify.annotations.Nullable;

/**
 * Gathers what an entry of a batch and a stored message have in common.
 */
abstract class MessagePartsBuilder implements DataHandler
{
    int flag;
    String propertiesText = "";
    int bodyOffset;
    int bodyLength;
    byte @Nullable [] body;
    final ScanTracker scan = new ScanTracker();

    private final boolean withBodies;

    MessagePartsBuilder(final boolean withBodies)
    {
        this.withBodies = withBodies;
    }

    /** Notes where the body is, and copies it if bodies are wanted; null for none. */
    final void takeBody(final Cursor value)
    {
        bodyOffset = value.offset();
        bodyLength = value.length();
        body = null;
        if (withBodies && !value.isNull())
        {
            body = new byte[value.length()];
            value.copyTo(body, 0);
        }
    }

    /** Forgets the record before if a value is the first of its scan. */
    final void beginAt(final Cursor value)
    {
        if (scan.begins(value))
        {
            forget();
        }
    }

    /** Forgets what was gathered of a record. */
    void forget()
    {
        flag = 0;
        propertiesText = "";
        bodyOffset = 0;
        bodyLength = 0;
        body = null;
    }

    /** The properties: as a text, which is taken apart when somebody asks for them. */
    @Override
    public Action onBegin(final int id, final Cursor container)
    {
        beginAt(container);
        final String text = container.toText();
        propertiesText = text == null ? "" : text;
        return Action.SKIP;
    }
}

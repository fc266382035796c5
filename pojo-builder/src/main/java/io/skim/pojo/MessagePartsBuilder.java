package io.skim.pojo;

import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;

/**
 * Gathers what an entry of a batch and a stored message have in common.
 */
abstract class MessagePartsBuilder implements DataHandler
{
    int flag;
    String propertiesText = "";
    int bodyOffset;
    int bodyLength;
    byte[] body;

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

    /** The properties: as a text, which is taken apart when somebody asks for them. */
    @Override
    public Action onBegin(final int id, final Cursor container)
    {
        propertiesText = container.toText();
        return Action.SKIP;
    }
}

package io.skim.netty;

import io.skim.scan.Cursor;
import io.skim.scan.Kind;
import io.skim.scan.amqp.AmqpFrameReader;
import io.skim.scan.amqp.AmqpReader;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The fields of an attach that tell one link from another. */
final class AmqpAttach
{
    private static final int NAME = 0;
    private static final int HANDLE = 1;
    private static final int ROLE = 2;
    private static final int SOURCE = 5;
    private static final int TARGET = 6;
    private static final long COORDINATOR = 0x30;
    private static final String COORDINATOR_SYMBOL = "amqp:coordinator:list";

    String name = "";
    long handle;
    boolean sender;
    @Nullable
    String source;
    @Nullable
    String target;
    boolean coordinator;
    /** Whether a text is longer than allowed. */
    boolean tooLong;

    private final Cursor value = new Cursor();
    private final int longest;

    AmqpAttach(final int longest)
    {
        this.longest = longest;
    }

    /** Reads all fields; false if one is malformed. */
    boolean read(final AmqpFrameReader frame)
    {
        source = null;
        target = null;
        coordinator = false;
        tooLong = false;
        frame.rewind();
        int event;
        while ((event = frame.nextField()) == AmqpReader.VALUE)
        {
            frame.fields().value(value);
            switch (frame.fieldIndex())
            {
                case NAME -> name = Objects.requireNonNullElse(text(), "");
                case HANDLE -> handle = value.getLong(0);
                case ROLE -> sender = !value.getBoolean(false);
                case SOURCE -> source = address(frame.fields(), false);
                case TARGET -> target = address(frame.fields(), true);
                default ->
                    {
                    }
            }
        }
        return event == AmqpReader.DONE;
    }

    /** Whether the value is the descriptor of a coordinator. */
    private boolean isCoordinator(final AmqpReader reader)
    {
        return reader.kind() == Kind.UINT64 ? value.getLong(0) == COORDINATOR : reader.kind() == Kind.SYMBOL && value
            .length() == COORDINATOR_SYMBOL.length() && COORDINATOR_SYMBOL.equals(value.toText());
    }

    /** The text of the value; null if it is {@link #tooLong}. */
    private @Nullable String text()
    {
        tooLong |= value.length() > longest;
        return tooLong ? null : value.toText();
    }

    /** The first field of a source or target, if it is a string; else null. Only a target coordinates transactions. */
    private @Nullable String address(final AmqpReader reader, final boolean isTarget)
    {
        if (reader.kind() != Kind.DESCRIBED || reader.enter() < 0 || reader.next() != AmqpReader.VALUE)
        {
            return null;
        }
        reader.value(value);
        coordinator |= isTarget && isCoordinator(reader);
        if (reader.next() != AmqpReader.VALUE || reader.kind() != Kind.LIST || reader.enter() <= 0 || reader.next()
            != AmqpReader.VALUE || reader.kind() != Kind.TEXT)
        {
            return null;
        }
        reader.value(value);
        return text();
    }
}

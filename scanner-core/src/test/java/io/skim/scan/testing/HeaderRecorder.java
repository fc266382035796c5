package io.skim.scan.testing;

import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.Fault;
import io.skim.scan.Kind;
import io.skim.scan.Outcome;
import io.skim.scan.remoting.RemotingField;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingLanguage;
import io.skim.scan.remoting.RemotingScanner;
import java.util.HexFormat;
import java.util.TreeMap;

/**
 * Records everything that a scan shows of a remoting header.
 */
public final class HeaderRecorder implements DataHandler
{
    /** All there is, the properties included. */
    public static final RemotingInterest INTEREST = RemotingScanner.interest().everything().field(
        RemotingField.PROPERTIES, RemotingField.PROPERTIES.ordinal()).everyProperty(RemotingField.PROPERTIES.ordinal())
        .build();

    private HeaderRecord recording = new HeaderRecord();
    private HeaderRecord done;
    private Outcome outcome;

    /**
     * What the last scan showed.
     *
     * @return null if it was refused.
     */
    public HeaderRecord header()
    {
        return done;
    }

    /**
     * How the last scan ended.
     *
     * @return the outcome.
     */
    public Outcome outcome()
    {
        return outcome;
    }

    @Override
    public Action onField(final int id, final Cursor value)
    {
        switch (RemotingField.of(id))
        {
            case CODE:
                recording.code = value.getInt(0);
                break;
            case LANGUAGE:
                final RemotingLanguage language = RemotingLanguage.of(value);
                recording.language = language == null ? null : language.name();
                break;
            case VERSION:
                recording.version = value.getInt(0);
                break;
            case OPAQUE:
                recording.opaque = value.getInt(0);
                break;
            case FLAG:
                recording.flag = value.getInt(0);
                break;
            case REMARK:
                recording.remark = value.toText();
                break;
            case BODY:
                recording.body = body(value);
                break;
            default:
                throw new AssertionError("no field: " + id);
        }
        return Action.CONTINUE;
    }

    private static String body(final Cursor value)
    {
        if (value.isNull())
        {
            return null;
        }
        final byte[] bytes = new byte[value.length()];
        if (value.copyTo(bytes, 0) != bytes.length)
        {
            throw new AssertionError("the body was not copied");
        }
        return HexFormat.of().formatHex(bytes);
    }

    @Override
    public Action onEntry(final int id, final Cursor key, final Cursor value)
    {
        if (RemotingField.of(id) == RemotingField.PROPERTIES)
        {
            recording.properties.put(key.toText(), value.toText());
            return Action.CONTINUE;
        }
        recording.nullKey |= key.kind() == Kind.NULL;
        recording.extFields.put(key.isNull() ? "" : key.toText(), value.toText());
        return Action.CONTINUE;
    }

    @Override
    public Action onBegin(final int id, final Cursor container)
    {
        if (RemotingField.of(id) == RemotingField.PROPERTIES)
        {
            recording.properties = new TreeMap<>();
        }
        else
        {
            recording.extFields = new TreeMap<>();
        }
        return Action.CONTINUE;
    }

    @Override
    public void onOutcome(final Outcome how, final Fault fault)
    {
        outcome = how;
        done = how == Outcome.MALFORMED ? null : recording;
        recording = new HeaderRecord();
    }
}

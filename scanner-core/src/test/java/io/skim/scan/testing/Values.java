package io.skim.scan.testing;

import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Outcome;
import io.skim.scan.Strictness;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingScanner;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Random;

/**
 * Cursors on values of all kinds, from scans of frames made for them.
 */
public final class Values
{
    private static final RemotingInterest INTEREST = RemotingScanner.interest().entry("k", 0).build();

    private final RemotingScanner scanner = new RemotingScanner(Limits.DEFAULT, Strictness.LENIENT);
    private final FrameView view = new FrameView();
    private long mark;

    /** Makes them. */
    public Values()
    {
    }

    /**
     * The value of an ext field of a JSON header, as it stands there.
     *
     * @param value its bytes, quotes and all.
     * @return a cursor on it, good until the next call.
     */
    public Cursor json(final byte... value)
    {
        final ByteArrayOutputStream header = new ByteArrayOutputStream();
        header.writeBytes("{\"opaque\":1,\"extFields\":{\"k\":".getBytes(StandardCharsets.US_ASCII));
        header.writeBytes(value);
        header.writeBytes("}}".getBytes(StandardCharsets.US_ASCII));
        return scanned(Frames.json(header.toByteArray()));
    }

    /**
     * The value of an ext field of a JSON header, as it stands there.
     *
     * @param value its text, quotes and all.
     * @return a cursor on it, good until the next call.
     */
    public Cursor json(final String value)
    {
        return json(value.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * The value of an ext field of a binary header.
     *
     * @param value its bytes.
     * @return a cursor on it, good until the next call.
     */
    public Cursor binary(final byte... value)
    {
        final int map = 7 + value.length;
        return scanned(Frames.frame(1, ByteBuffer.allocate(21 + map).position(17).putInt(map).putShort((short)1).put(
            (byte)'k').putInt(value.length).put(value).array()));
    }

    private Cursor scanned(final byte[] frame)
    {
        mark = -1;
        final Outcome outcome = scanner.scan(view.wrap(Buffers.poisoned(frame), Buffers.BEFORE, frame.length), INTEREST,
            (id, value) -> {
                mark = value.mark();
                return Action.CONTINUE;
            });
        if (outcome != Outcome.COMPLETE || mark == -1)
        {
            throw new AssertionError(outcome + " " + scanner.fault() + " of " + Vectors.text(frame));
        }
        return view.at(mark, new Cursor());
    }

    /**
     * Spells text as a JSON string that lenient takes, each character in any of its spellings.
     *
     * @param text   to spell; lone surrogates are escaped.
     * @param random chooses.
     * @return the string with its quotes.
     */
    public static String spelled(final String text, final Random random)
    {
        final StringBuilder spelled = new StringBuilder("\"");
        text.codePoints().forEach(codePoint -> spell(codePoint, random, spelled));
        return spelled.append('"').toString();
    }

    private static void spell(final int codePoint, final Random random, final StringBuilder spelled)
    {
        final int way = random.nextInt(8);
        final int known = "\b\f\n\r\t\u000B\"\\/'".indexOf(codePoint);
        if (way == 0 && codePoint < 8)
        {
            spelled.append('\\').append(codePoint);
        }
        else if (way < 3 && known >= 0)
        {
            spelled.append('\\').append("bfnrtv\"\\/'".charAt(known));
        }
        else if (way == 3 && codePoint < 0x100)
        {
            spelled.append(String.format("\\x%02X", codePoint));
        }
        else if (way < 5 || codePoint == '"' || codePoint == '\\' || codePoint >= 0xD800 && codePoint < 0xE000)
        {
            new String(Character.toChars(codePoint)).chars().forEach(unit -> spelled.append(String.format(random
                .nextBoolean() ? "\\u%04x" : "\\u%04X", unit)));
        }
        else
        {
            spelled.appendCodePoint(codePoint);
        }
    }
}

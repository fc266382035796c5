package io.skim.encode;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.skim.scan.Kind;
import io.skim.scan.Reason;
import io.skim.scan.remoting.RemotingLanguage;
import io.skim.scan.testing.AmqpAgreement;
import io.skim.scan.testing.AmqpGenerator;
import io.skim.scan.testing.FuzzedInput;
import io.skim.scan.testing.FuzzedRandom;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;

/**
 * Calls of encoders, fuzzed by coverage: what they write the reference reads. Without the agent the inputs that are kept
 * beside this class are run.
 */
class EncodeFuzzTest
{
    private static final int ROOM = 1 << 16;
    private static final Kind[] KINDS = Kind.values();

    private final RemotingEncoderPropertyTest remoting = new RemotingEncoderPropertyTest();
    private final AmqpEncoderPeersTest values = new AmqpEncoderPeersTest();
    private final AmqpAgreement agreement = new AmqpAgreement();
    private final AmqpEncoder encoder = new AmqpEncoder();
    private final byte[] room = new byte[ROOM];

    @FuzzTest
    void remotingHeadersAreThoseOfTheReference(final byte[] bytes)
    {
        final FuzzedInput input = new FuzzedInput(bytes);
        final int form = input.next();
        if (form % 3 == 2)
        {
            remoting.propertiesAreThoseOfTheReference(entries(input));
            return;
        }
        final HeaderValues header = new HeaderValues();
        header.code = (int)input.number(4);
        header.language = input.one(RemotingLanguage.values());
        header.version = (int)input.number(2);
        header.opaque = (int)input.number(4);
        header.flag = input.next();
        header.body = input.bytes();
        header.remark = (form & 0x40) == 0 ? null : input.text();
        header.extFields = (form & 0x80) == 0 ? null : entries(input);
        if (form % 3 == 0)
        {
            remoting.jsonFramesAreThoseOfTheReference(header);
        }
        else
        {
            remoting.binaryFramesAreThoseOfTheReference(header);
        }
    }

    /** Names that are not empty, and values. */
    private static Map<String, String> entries(final FuzzedInput input)
    {
        final Map<String, String> entries = new LinkedHashMap<>();
        while (input.hasMore())
        {
            final String name = input.text();
            entries.put(name.isEmpty() ? "n" : name, input.text());
        }
        return entries;
    }

    @FuzzTest
    void amqpValuesAreEncodedToWhatAllReadTheSame(final byte[] bytes)
    {
        values.check(new AmqpGenerator(new FuzzedRandom(bytes)).stream());
    }

    /** Calls in any order: they end in an exception that tells what is wrong, in a refusal, or in values. */
    @FuzzTest
    void amqpCallsInAnyOrderGiveValuesThatAllReadOrNothing(final byte[] bytes)
    {
        final FuzzedInput input = new FuzzedInput(bytes);
        Arrays.fill(room, (byte)0);
        encoder.wrap(room, 0, input.next() < 16 ? input.next() : ROOM);
        int length;
        try
        {
            while (input.hasMore())
            {
                call(input);
            }
            length = encoder.complete();
        }
        catch (final IllegalStateException | IllegalArgumentException | IndexOutOfBoundsException wrong)
        {
            encoder.reset();
            length = -1;
        }
        if (length < 0)
        {
            for (final byte each : room)
            {
                assertEquals(0, each, "something was written");
            }
            encoder.wrap(room, 0, ROOM).putBoolean(true);
            assertEquals(1, encoder.complete());
            assertEquals(0x41, room[0]);
            return;
        }
        final byte[] written = Arrays.copyOf(room, length);
        // Descriptors that come before their values have no depth to the encoder, as AmqpEncoder says.
        assertTrue(agreement.check(written) || agreement.reason() == Reason.NESTED_TOO_DEEP, agreement::last);
    }

    private void call(final FuzzedInput input)
    {
        switch (input.next() % 30)
        {
            case 0 -> encoder.beginList();
            case 1 -> encoder.beginMap();
            case 2 -> encoder.beginArray(input.one(KINDS));
            case 3 -> encoder.beginDescribed();
            case 4, 5, 6, 7 -> encoder.end();
            case 8 -> encoder.putNull();
            case 9 -> encoder.putBoolean(input.next() > 127);
            case 10 -> encoder.putUbyte(input.next());
            case 11 -> encoder.putUshort((int)input.number(2));
            case 12 -> encoder.putUint(input.number(4));
            case 13 -> encoder.putUlong(input.number(8));
            case 14 -> encoder.putByte((byte)input.next());
            case 15 -> encoder.putShort((short)input.number(2));
            case 16 -> encoder.putInt((int)input.number(4));
            case 17 -> encoder.putLong(input.number(8));
            case 18 -> encoder.putFloatBits((int)input.number(4));
            case 19 -> encoder.putDoubleBits(input.number(8));
            case 20 -> encoder.putChar((int)input.number(3));
            case 21 -> encoder.putTimestamp(input.number(8));
            case 22 -> encoder.putUuid(new UUID(input.number(8), input.number(8)));
            case 23 -> encoder.putBinary(input.bytes());
            case 24, 25 -> encoder.putString(input.text());
            case 26 -> encoder.putSymbol(input.text());
            case 27 -> encoder.putDecimal32((int)input.number(4));
            case 28 ->
            {
                encoder.beginArray();
                encoder.elementDescriptor();
                encoder.putUlong(input.next());
                encoder.elementType(input.one(KINDS));
            }
            default -> encoder.beginComposite(input.next());
        }
    }
}

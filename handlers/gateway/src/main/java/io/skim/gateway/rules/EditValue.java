package io.skim.gateway.rules;

import io.skim.gateway.config.ValueTemplate;
import io.skim.gateway.config.ValueTemplate.Part;
import io.skim.gateway.config.ValueTemplate.Variable;
import io.skim.handlers.patch.FreshValue;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The value of an edit that is another one for each frame, and how it is put together. One thread at a time. */
final class EditValue
{
    private static final int LONGEST_TIME = Long.toString(Long.MAX_VALUE).length();

    final FreshValue value = new FreshValue();
    private final Part[] parts;
    private final byte[][] texts;
    private byte[] made = new byte[64];
    private int length;

    EditValue(final ValueTemplate template)
    {
        parts = template.parts().toArray(new Part[0]);
        texts = Arrays.stream(parts).map(part -> part.text().getBytes(StandardCharsets.UTF_8)).toArray(byte[][]::new);
    }

    /** Makes the value that the frames of a connection get now. */
    void refresh(final ConnectionFacts facts)
    {
        length = 0;
        for (int i = 0; i < parts.length; i++)
        {
            final Variable variable = parts[i].variable();
            if (variable == Variable.TIME)
            {
                putTime(System.currentTimeMillis());
            }
            else
            {
                put(variable == null ? texts[i] : facts.value(variable));
            }
        }
        value.set(made, 0, length);
    }

    private void put(final byte[] text)
    {
        ensure(text.length);
        System.arraycopy(text, 0, made, length, text.length);
        length += text.length;
    }

    private void putTime(final long millis)
    {
        ensure(LONGEST_TIME);
        int digits = 1;
        for (long left = millis; left >= 10; left /= 10)
        {
            digits++;
        }
        long left = millis;
        for (int at = length + digits - 1; at >= length; at--)
        {
            made[at] = (byte)('0' + left % 10);
            left /= 10;
        }
        length += digits;
    }

    private void ensure(final int more)
    {
        if (more > made.length - length)
        {
            made = Arrays.copyOf(made, Math.max(2 * made.length, length + more));
        }
    }
}

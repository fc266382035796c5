package io.skim.handlers.patch;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** All that the values which change have to be put into, of a list of edits. One thread at a time. */
final class FreshTexts
{
    /** Brings one text or item up to date. */
    private interface Form
    {
        void refresh(EditBytes value, ByteSink scratch);
    }

    private final ByteSink scratch = new ByteSink();
    private final List<FreshValue> sources = new ArrayList<>();
    private final List<Form> forms = new ArrayList<>();
    /** By form the value that it has; none at first, because the value may have been set since the text was made. */
    private long[] numbers = {};
    private long version;

    /** Another number whenever texts have changed, for those who make something of them. */
    long version()
    {
        return version;
    }

    private void add(final FreshValue source, final Form form)
    {
        sources.add(source);
        forms.add(form);
        numbers = Arrays.copyOf(numbers, forms.size());
        numbers[numbers.length - 1] = -1;
    }

    /** Adds those texts whose bytes stand for a value. */
    void addTexts(final Map<EditBytes, FreshValue> values, final EditText... texts)
    {
        for (final EditText text : texts)
        {
            final FreshValue source = values.get(text.utf8());
            if (source != null)
            {
                add(source, (value, sink) -> {
                    sink.reset();
                    sink.put(value);
                    text.utf8().set(sink, 0);
                    text.refresh(sink);
                });
            }
        }
    }

    /** Adds a property. */
    void addProperty(final FreshValue source, final byte[] name, final EditText property)
    {
        add(source, (value, sink) -> {
            sink.reset();
            EditText.putProperty(sink, name, value);
            property.utf8().set(sink, 0);
            property.refresh(sink);
        });
    }

    /** Adds a string of AMQP. */
    void addString(final FreshValue source, final EditBytes item)
    {
        add(source, (value, sink) -> {
            sink.reset();
            AmqpForms.putString(sink, value.array, value.length, false);
            item.set(sink, 0);
        });
    }

    /** Gives all of them the values as they are now. */
    void refresh()
    {
        for (int i = 0; i < numbers.length; i++)
        {
            final FreshValue source = sources.get(i);
            if (numbers[i] != source.number())
            {
                numbers[i] = source.number();
                version++;
                forms.get(i).refresh(source.value(), scratch);
            }
        }
    }
}

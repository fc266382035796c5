package io.skim.scan.amqp;

import io.skim.scan.Fault;
import io.skim.scan.FrameView;
import io.skim.scan.Kind;
import io.skim.scan.Limits;
import io.skim.scan.Strictness;

/**
 * Where the declared parts of a message stand: for patchers, which need the places of sections and values rather than the values.
 * {@link AmqpMessageView} is for reading values.
 *
 * <pre>
 * if (!index.wrap(message, interest)) { throw index.fault().toException(); }
 * for (int s = 0; s &lt; index.sectionCount(); s++)
 * {
 *     for (int v = index.begin(s); v &lt; index.end(s); v++) { move(index.id(v), index.offset(v), index.length(v)); }
 * }
 * </pre>
 *
 * It finds all sections by their sizes, and the declared values of those that the interest declares. It checks and refuses what
 * {@link AmqpScanner} checks and refuses with the same interest. Sections and values have numbers from 0, in the order of the
 * wire. All offsets are in bytes from the start of the message. No number is checked against the count.
 * <p>
 * The answers are good until the next message is wrapped. The index grows with the declared values of a message and allocates
 * nothing after that; what it needed for more than 500,000 values it gives up with the next message. One thread at a time.
 */
public final class AmqpMessageIndex
{
    private static final Kind[] KINDS = Kind.values();

    private final AmqpScan scan;
    private final SectionIndex sections;
    final ItemIndex items;
    private final MessageIndexer indexer;

    /**
     * Makes an index.
     *
     * @param limits     what a peer may send.
     * @param strictness whether the order of sections and the like is insisted on.
     */
    public AmqpMessageIndex(final Limits limits, final Strictness strictness)
    {
        scan = new AmqpScan(limits, strictness);
        sections = scan.sections;
        items = scan.items;
        items.viewed = true;
        indexer = new MessageIndexer(scan);
    }

    /**
     * Indexes a message.
     *
     * @param message  wrapped on one message.
     * @param interest what is wanted of it; {@link AmqpInterest#firstMatchWins()} does not end the index early.
     * @return false if the message is refused; then there are no sections and no values, and {@link #fault()} tells why.
     * @throws IllegalArgumentException if the interest enters compound values.
     * @throws IllegalStateException    if the frame is not wrapped.
     */
    public boolean wrap(final FrameView message, final AmqpInterest interest)
    {
        if (interest.nestedId >= 0)
        {
            throw new IllegalArgumentException("an index of places does not enter compound values: leave out nested");
        }
        boolean good = false;
        scan.begin(message, false, 0);
        try
        {
            good = indexer.index(message, interest) >= 0;
            return good;
        }
        finally
        {
            if (!good)
            {
                sections.count = 0;
                items.count = 0;
            }
            scan.end(true);
        }
    }

    /**
     * Why the message was refused.
     *
     * @return this index's own fault, absent unless it was.
     */
    public Fault fault()
    {
        return scan.fault;
    }

    /**
     * How many sections the message has, declared or not.
     *
     * @return from 0.
     */
    public int sectionCount()
    {
        return sections.count;
    }

    /**
     * Which section it is.
     *
     * @param section its number.
     * @return its place among the sections of the standard: 0 for the header, 8 for the footer.
     */
    public int rank(final int section)
    {
        return sections.ranks[section];
    }

    /**
     * Where the body of a section's value begins: behind its code, or, of data, behind its length.
     *
     * @param section its number.
     * @return the offset in bytes.
     */
    public int bodyOffset(final int section)
    {
        return ItemIndex.offset(sections.values[section]);
    }

    /**
     * Where a section ends.
     *
     * @param section its number.
     * @return the offset in bytes.
     */
    public int bodyEnd(final int section)
    {
        return sections.end(section);
    }

    /**
     * The first declared value of a section.
     *
     * @param section its number.
     * @return the value's number; {@link #end} if there is none.
     */
    public int begin(final int section)
    {
        return sections.firstItem(section) >> 1;
    }

    /**
     * The end of a section's declared values.
     *
     * @param section its number.
     * @return the number behind the last one.
     */
    public int end(final int section)
    {
        return sections.endOfItems(section) >> 1;
    }

    /**
     * The id that a value was declared under.
     *
     * @param value its number.
     * @return the id; -1 for an entry whose key was not declared.
     */
    public int id(final int value)
    {
        return (int)Math.max(-1, ~items.items[2 * value]);
    }

    /**
     * Where a value's body begins: behind its code, or, of texts and binaries, behind their length.
     *
     * @param value its number.
     * @return the offset in bytes.
     */
    public int offset(final int value)
    {
        return ItemIndex.offset(items.items[2 * value + 1]);
    }

    /**
     * How long a value's body is.
     *
     * @param value its number.
     * @return the length in bytes.
     */
    public int length(final int value)
    {
        return ItemIndex.length(items.items[2 * value + 1]);
    }

    /**
     * What a value is.
     *
     * @param value its number.
     * @return its kind.
     */
    public Kind kind(final int value)
    {
        return KINDS[ItemIndex.kind(items.items[2 * value + 1])];
    }
}

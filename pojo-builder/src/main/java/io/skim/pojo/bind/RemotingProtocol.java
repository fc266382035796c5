package io.skim.pojo.bind;

import io.skim.pojo.headers.HeaderField;
import io.skim.pojo.headers.SendMessageRequestHeader;
import io.skim.scan.FrameScanner;
import io.skim.scan.Limits;
import io.skim.scan.Strictness;
import io.skim.scan.remoting.RemotingField;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingLanguage;
import io.skim.scan.remoting.RemotingScanner;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Binds to RocketMQ's remoting frames. The id of a member is its index; the id of its one-letter name is the index plus the number
 * of members.
 */
final class RemotingProtocol extends Protocol
{
    private static final List<Class<?>> NUMBERS = List.of(int.class, Integer.class, long.class, Long.class);
    private static final List<Class<?>> TYPES = List.of(int.class, Integer.class, long.class, Long.class, boolean.class,
        Boolean.class, double.class, Double.class, String.class, byte[].class);
    /** The one-letter names of the fields of send headers. */
    private static final Map<String, String> LETTERS = SendMessageRequestHeader.V2.fields().stream().filter(
        field -> field.key().length() == 1).collect(Collectors.toMap(HeaderField::name, HeaderField::key));

    RemotingProtocol()
    {
        super("remoting frames", Source.ENTRY);
    }

    @Override
    @Nullable
    String words(final Source source)
    {
        return switch (source)
        {
            case ENTRY -> "ext field";
            case PROPERTY -> "property";
            case FIELD -> "field";
            default -> null;
        };
    }

    @Override
    List<Class<?>> types(final Member member)
    {
        return switch (member.field == null ? RemotingField.EXT_FIELDS : member.field)
        {
            case CODE, VERSION, OPAQUE, FLAG -> NUMBERS;
            case LANGUAGE -> List.of(RemotingLanguage.class);
            case REMARK -> List.of(String.class);
            case BODY -> List.of(byte[].class);
            case EXT_FIELDS, PROPERTIES -> member.field == null ? TYPES : List.of();
        };
    }

    @Override
    List<String> spellings(final Member member)
    {
        return letter(member) == null ? List.of(member.wireName) : List.of(member.wireName, letter(member));
    }

    /** The reference reads 0 if a JSON header does not have the field. */
    @Override
    @Nullable
    Long otherwise(final Member member)
    {
        return member.field != null && member.type.isPrimitive() ? 0L : null;
    }

    @Override
    RemotingInterest interest(final Member[] members)
    {
        final int codeId = codeId(members);
        final RemotingInterest.Builder builder = RemotingScanner.interest().ids(codeId);
        boolean code = false;
        for (int i = 0; i < members.length; i++)
        {
            final Member member = members[i];
            switch (member.source)
            {
                case FIELD ->
                {
                    // The code is always declared, with an id of its own.
                    code |= member.field == RemotingField.CODE;
                    builder.field(Objects.requireNonNull(member.field),
                        member.field == RemotingField.CODE ? codeId : i);
                }
                case PROPERTY -> builder.property(member.wireName, i);
                default ->
                {
                    builder.entry(member.wireName, i);
                    final String letter = letter(member);
                    if (letter != null)
                    {
                        builder.entry(letter, members.length + i);
                    }
                }
            }
        }
        return (code ? builder : builder.field(RemotingField.CODE, codeId)).build();
    }

    @Override
    FrameScanner<RemotingInterest> scanner(final Limits limits, final Strictness strictness)
    {
        return new RemotingScanner(limits, strictness);
    }

    @Override
    Gatherer gatherer(final Member[] members, final FrameValues values, final BindError error, final Limits limits,
        final Strictness strictness)
    {
        return new RemotingGatherer(members, values, error);
    }

    /** The id of the code. */
    static int codeId(final Member[] members)
    {
        return 2 * members.length;
    }

    /** The one-letter name that replaces the member's name in V2 send requests; null if there is none. */
    static @Nullable String letter(final Member member)
    {
        return member.source == Source.ENTRY ? LETTERS.get(member.wireName) : null;
    }
}

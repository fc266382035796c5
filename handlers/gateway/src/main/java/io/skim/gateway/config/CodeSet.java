package io.skim.gateway.config;

import io.skim.scan.remoting.RequestCode;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A set of request codes, by name, number or kind: {@code SEND_MESSAGE_V2}, {@code 310}, {@code query}. Immutable; asking it
 * allocates nothing.
 */
public final class CodeSet
{
    /** No code. */
    public static final CodeSet NONE = new CodeSet(Set.of());

    /** All requests that send messages. */
    private static final String SENDS = "send";
    /** All kinds except {@link RequestKind#CLIENT}. */
    private static final String MANAGEMENT = "management";
    private static final String ALL = "all";

    /** Ascending. */
    private final int[] codes;
    private final EnumSet<RequestKind> kinds = EnumSet.noneOf(RequestKind.class);
    private final List<String> words;

    private CodeSet(final Collection<String> words)
    {
        this.words = List.copyOf(words);
        codes = words.stream().flatMapToInt(CodeSet::codes).sorted().distinct().toArray();
        for (final String word : words)
        {
            switch (word)
            {
                case ALL -> kinds.addAll(EnumSet.allOf(RequestKind.class));
                case MANAGEMENT -> kinds.addAll(EnumSet.complementOf(EnumSet.of(RequestKind.CLIENT)));
                default -> kind(word).ifPresent(kinds::add);
            }
        }
    }

    /**
     * Makes a set.
     *
     * @param words each as {@link #check} takes them.
     * @return the set.
     * @throws IllegalArgumentException if one of them is neither a name, a number nor a kind.
     */
    public static CodeSet of(final Collection<String> words)
    {
        words.forEach(CodeSet::check);
        return new CodeSet(words);
    }

    /**
     * Checks a word.
     *
     * @param word the name of a {@link RequestCode}, a number, the word of a {@link RequestKind}, or {@code send}, {@code
     *             management}, {@code all}.
     * @return the word.
     * @throws IllegalArgumentException if it is none of them.
     */
    public static String check(final String word)
    {
        if (!word.equals(ALL) && !word.equals(MANAGEMENT) && !word.equals(SENDS) && kind(word).isEmpty()
            && !word.matches(
                "[0-9]{1,9}")
            && named(word).isEmpty())
        {
            throw new IllegalArgumentException("no code has this name" + Nearest.hint(word, words().toList()));
        }
        return word;
    }

    /** All words but numbers. */
    static Stream<String> words()
    {
        return Stream.concat(Stream.of(ALL, MANAGEMENT, SENDS), Stream.concat(Arrays.stream(RequestKind.values()).map(
            RequestKind::word), Arrays.stream(RequestCode.values()).map(RequestCode::name)));
    }

    private static Optional<RequestKind> kind(final String word)
    {
        return Arrays.stream(RequestKind.values()).filter(kind -> kind.word().equals(word)).findFirst();
    }

    private static Optional<RequestCode> named(final String word)
    {
        return Arrays.stream(RequestCode.values()).filter(code -> code.name().equals(word.toUpperCase(Locale.ROOT)))
            .findFirst();
    }

    private static IntStream codes(final String word)
    {
        return word.equals(SENDS)
            ? Arrays.stream(RequestCode.values()).mapToInt(RequestCode::code).filter(RequestCode::isSend)
            : kind(word).isPresent() || word.equals(ALL) || word.equals(MANAGEMENT) ? IntStream.empty()
                : IntStream.of(named(word)
                    .map(RequestCode::code).orElseGet(() -> Integer.parseInt(word)));
    }

    /**
     * Whether a code is in the set.
     *
     * @param code of a request, as in its header.
     * @return true if it is.
     */
    public boolean contains(final int code)
    {
        return Arrays.binarySearch(codes, code) >= 0 || !kinds.isEmpty() && kinds.contains(RequestKind.of(code));
    }

    /** Whether all codes of another set are in it. */
    boolean containsAll(final CodeSet others)
    {
        return kinds.containsAll(others.kinds) && Arrays.stream(others.codes).allMatch(this::contains);
    }

    /** The kinds and the codes that it is made of: a code is in it by one of them. */
    Stream<Object> parts()
    {
        return Stream.concat(kinds.stream(), Arrays.stream(codes).boxed());
    }

    /** Of each set that has all codes of this one, at least one is among its {@link #parts}. */
    Stream<Object> partsOfWider()
    {
        return kinds.isEmpty() ? Arrays.stream(codes).limit(1).boxed().flatMap(code -> Stream.of(code, RequestKind.of(
            code))) : kinds.stream().limit(1).map(kind -> kind);
    }

    /** {@return whether no code is in it} */
    public boolean isEmpty()
    {
        return words.isEmpty();
    }

    /** {@return the words that it was made of} */
    @Override
    public String toString()
    {
        return words.toString();
    }
}

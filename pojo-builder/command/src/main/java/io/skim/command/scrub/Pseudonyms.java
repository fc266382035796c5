package io.skim.command.scrub;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Gives texts, addresses and bodies their pseudonyms, the same one each time. Not for several threads.
 */
final class Pseudonyms
{
    private static final int MOST_CACHED = 65_536;
    /** Of a piece that is kept with its pseudonym, in characters: long ones are seldom the same. */
    private static final int LONGEST_CACHED = 128;
    private static final int LETTERS = 26;
    private static final int DECIMAL = 10;
    private static final int OCTET = 256;
    /** Of an IPv4 address: below this an octet has one digit, or two; and the greatest. */
    private static final int ONE_DIGIT = 10;
    private static final int TWO_DIGITS = 100;
    private static final int HIDDEN_LENGTH = 12;
    private static final int HIDDEN_BODY = 64;
    private static final Pattern IPV4 = Pattern.compile(
        "(?<![\\w.])(\\d{1,3})\\.(\\d{1,3})\\.(\\d{1,3})\\.(\\d{1,3})(:\\d{1,5})?(?![\\w.])");
    /** What may be a word of RocketMQ or AMQP. */
    private static final Pattern WORD = Pattern.compile("[\\w.+-]*\\w");
    /** Address, and what follows it: process and time of the client's ids, port and place of the broker's. */
    private static final Pattern MESSAGE_ID = Pattern.compile("[0-9A-F]{32}");
    private static final int HEX = 16;
    private static final int HEX_ADDRESS = 8;

    private final KeyedPermutation keyed;
    private final boolean lengthsKept;
    private final Map<String, String> cache = new LinkedHashMap<>(MOST_CACHED, 0.75f, true)
    {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(final Map.Entry<String, String> eldest)
        {
            return size() > MOST_CACHED;
        }
    };

    /**
     * Begins with a key.
     *
     * @param key         of the hashes: the same one gives the same pseudonyms.
     * @param lengthsKept whether pseudonyms are as long as what they stand for.
     */
    Pseudonyms(final byte[] key, final boolean lengthsKept)
    {
        keyed = new KeyedPermutation(key);
        this.lengthsKept = lengthsKept;
    }

    boolean areLengthsKept()
    {
        return lengthsKept;
    }

    /**
     * The pseudonym of a text. Addresses of IPv4 get those that packets get; their ports stay, and so do words of RocketMQ's own.
     *
     * @param text  to replace.
     * @param words that stay, besides {@link Words#VALUES}.
     * @return as long in UTF-8 if lengths are kept.
     */
    String text(final String text, final Set<String> words)
    {
        return text(text, words, false);
    }

    /** As {@link #text}, but numbers stay: for texts that consist of offsets, queues and times. */
    String textWithNumbers(final String text)
    {
        return text(text, Set.of(), true);
    }

    private String text(final String text, final Set<String> words, final boolean numbersKept)
    {
        final StringBuilder out = new StringBuilder(text.length());
        final Matcher addresses = IPV4.matcher(text);
        int from = 0;
        while (addresses.find())
        {
            if (isAddress(addresses))
            {
                words(text.substring(from, addresses.start()), words, numbersKept, out);
                out.append(address(addresses)).append(addresses.group(5) == null ? "" : addresses.group(5));
                from = addresses.end();
            }
        }
        words(text.substring(from), words, numbersKept, out);
        return out.toString();
    }

    /** The id of a message, of which only the address is replaced; or another text. */
    String messageId(final String text)
    {
        if (!MESSAGE_ID.matcher(text).matches())
        {
            return text(text, Set.of());
        }
        final byte[] address = BigInteger.valueOf(Long.parseLong(text.substring(0, HEX_ADDRESS), HEX) | 1L << 32)
            .toByteArray();
        final byte[] mapped = Arrays.copyOfRange(address, address.length - Integer.BYTES, address.length);
        address(mapped, 0, mapped.length);
        return String.format("%08X", ByteBuffer.wrap(mapped).getInt()) + text.substring(HEX_ADDRESS);
    }

    private void words(final String text, final Set<String> words, final boolean numbersKept, final StringBuilder out)
    {
        final Matcher matcher = WORD.matcher(text);
        int from = 0;
        while (matcher.find())
        {
            pieces(text.substring(from, matcher.start()), numbersKept, out);
            final String word = matcher.group();
            if (Words.VALUES.contains(word) || words.contains(word))
            {
                out.append(word);
            }
            else
            {
                pieces(word, numbersKept, out);
            }
            from = matcher.end();
        }
        pieces(text.substring(from), numbersKept, out);
    }

    /** Cuts at what is neither letter nor digit, of ASCII: anything else counts as a letter. */
    private void pieces(final String text, final boolean numbersKept, final StringBuilder out)
    {
        int from = 0;
        for (int i = 0; i <= text.length(); i++)
        {
            if (i == text.length() || !isPart(text.charAt(i)))
            {
                if (i > from)
                {
                    final String piece = text.substring(from, i);
                    out.append(numbersKept && isNumber(piece) ? piece : piece.length() > LONGEST_CACHED ? piece(piece)
                        : cache.computeIfAbsent(piece, this::piece));
                }
                if (i < text.length())
                {
                    out.append(text.charAt(i));
                }
                from = i + 1;
            }
        }
    }

    private static boolean isPart(final char c)
    {
        return c >= 0x80 || c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z';
    }

    private static boolean isNumber(final String piece)
    {
        return piece.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    private String piece(final String text)
    {
        if (text.chars().anyMatch(c -> c >= 0x80))
        {
            return letters(text.getBytes(StandardCharsets.UTF_8), lengthsKept ? -1 : HIDDEN_LENGTH);
        }
        if (!lengthsKept)
        {
            final boolean number = isNumber(text);
            final byte[] hash = keyed.hash("hidden", text.getBytes(StandardCharsets.US_ASCII));
            return number ? String.valueOf(1_000_000_000L + (ByteBuffer.wrap(hash).getLong() >>> 1) % 1_000_000_000L)
                : "x" + new BigInteger(1, hash).toString(Character.MAX_RADIX).substring(0, HIDDEN_LENGTH - 1);
        }
        final int[] digits = new int[text.length()];
        final int[] radixes = new int[text.length()];
        for (int i = 0; i < digits.length; i++)
        {
            final char c = text.charAt(i);
            digits[i] = c - base(c);
            radixes[i] = c <= '9' ? DECIMAL : LETTERS;
        }
        keyed.permute(digits, radixes);
        final StringBuilder out = new StringBuilder(digits.length);
        for (int i = 0; i < digits.length; i++)
        {
            out.append((char)(base(text.charAt(i)) + digits[i]));
        }
        return out.toString();
    }

    private static char base(final char c)
    {
        return c <= '9' ? '0' : c <= 'Z' ? 'A' : 'a';
    }

    private static boolean isAddress(final Matcher address)
    {
        for (int group = 1; group <= Integer.BYTES; group++)
        {
            final String octet = address.group(group);
            if (Integer.parseInt(octet) >= OCTET || octet.length() > 1 && octet.startsWith("0"))
            {
                return false;
            }
        }
        return true;
    }

    private String address(final Matcher text)
    {
        final byte[] address = new byte[Integer.BYTES];
        for (int i = 0; i < address.length; i++)
        {
            address[i] = (byte)Integer.parseInt(text.group(i + 1));
        }
        address(address, 0, address.length);
        return (address[0] & 0xFF) + "." + (address[1] & 0xFF) + "." + (address[2] & 0xFF) + "." + (address[3] & 0xFF);
    }

    /**
     * Replaces an IP address in its place. One of IPv4 keeps the number of decimal digits of each part, so that its text keeps
     * its length, whether it stands in packets or in texts. One of IPv6 becomes one of fd00::/8, for private use.
     */
    void address(final byte[] bytes, final int from, final int length)
    {
        // Behind a dot, which no piece of a text has. A server's address is that of all its connections.
        final String address = cache.computeIfAbsent('.' + new String(bytes, from, length, StandardCharsets.ISO_8859_1),
            known -> {
                permuteAddress(bytes, from, length);
                return new String(bytes, from, length, StandardCharsets.ISO_8859_1);
            });
        System.arraycopy(address.getBytes(StandardCharsets.ISO_8859_1), 0, bytes, from, length);
    }

    private void permuteAddress(final byte[] bytes, final int from, final int length)
    {
        final int[] digits = new int[length];
        final int[] radixes = new int[length];
        for (int i = 0; i < length; i++)
        {
            final int octet = bytes[from + i] & 0xFF;
            digits[i] = octet - least(octet, length);
            radixes[i] = length != Integer.BYTES ? OCTET : octet < ONE_DIGIT ? ONE_DIGIT
                : octet < TWO_DIGITS ? TWO_DIGITS - ONE_DIGIT : OCTET - TWO_DIGITS;
        }
        keyed.permute(digits, radixes);
        for (int i = 0; i < length; i++)
        {
            bytes[from + i] = (byte)(digits[i] + least(bytes[from + i] & 0xFF, length));
        }
        if (length != Integer.BYTES)
        {
            bytes[from] = (byte)0xFD;
        }
    }

    private static int least(final int octet, final int length)
    {
        return length != Integer.BYTES || octet < ONE_DIGIT ? 0 : octet < TWO_DIGITS ? ONE_DIGIT : TWO_DIGITS;
    }

    /** Replaces a few bytes in their place by others, two by two different ones; more than a few by letters. */
    void bytes(final byte[] bytes, final int from, final int length)
    {
        if (length > KeyedPermutation.MOST)
        {
            final byte[] letters = body(bytes, from, length, length);
            System.arraycopy(letters, 0, bytes, from, length);
            return;
        }
        final int[] digits = new int[length];
        final int[] radixes = new int[length];
        for (int i = 0; i < length; i++)
        {
            digits[i] = bytes[from + i] & 0xFF;
            radixes[i] = OCTET;
        }
        keyed.permute(digits, radixes);
        for (int i = 0; i < length; i++)
        {
            bytes[from + i] = (byte)digits[i];
        }
    }

    /** Letters in the place of a body: as many, or a fixed number of them if lengths are not kept. */
    byte[] body(final byte[] bytes, final int from, final int length)
    {
        return body(bytes, from, length, lengthsKept || length == 0 ? length : HIDDEN_BODY);
    }

    private String letters(final byte[] utf8, final int length)
    {
        return new String(body(utf8, 0, utf8.length, length < 0 ? utf8.length : length), StandardCharsets.US_ASCII);
    }

    /** The letters are drawn at random; only the seed, a keyed hash, depends on what they replace. */
    byte[] body(final byte[] bytes, final int from, final int length, final int letters)
    {
        final byte[] seed = keyed.hash("body", Arrays.copyOfRange(bytes, from, from + length));
        final SplittableRandom random = new SplittableRandom(ByteBuffer.wrap(seed).getLong());
        final byte[] body = new byte[letters];
        for (int i = 0; i < letters; i++)
        {
            body[i] = (byte)('a' + random.nextInt(LETTERS));
        }
        return body;
    }

    /** What {@link #text} makes of UTF-8 that is well-formed. */
    byte[] utf8(final byte[] bytes, final int from, final int length, final Set<String> words)
    {
        return text(new String(bytes, from, length, StandardCharsets.UTF_8), words).getBytes(StandardCharsets.UTF_8);
    }
}

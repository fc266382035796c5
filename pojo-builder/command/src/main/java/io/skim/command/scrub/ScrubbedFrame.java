package io.skim.command.scrub;

import io.skim.handlers.patch.HeaderPatch;
import io.skim.handlers.patch.Refusal;
import io.skim.handlers.patch.RemotingPatcher;
import io.skim.pojo.RemotingHeader;
import io.skim.pojo.RemotingHeaderReader;
import io.skim.pojo.SerializeType;
import io.skim.pojo.headers.FieldType;
import io.skim.pojo.headers.HeaderField;
import io.skim.pojo.headers.HeaderType;
import io.skim.pojo.headers.HeaderTypes;
import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.FrameView;
import io.skim.scan.Limits;
import io.skim.scan.Outcome;
import io.skim.scan.Strictness;
import io.skim.scan.remoting.RemotingField;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingLanguage;
import io.skim.scan.remoting.RemotingScanner;
import io.skim.scan.remoting.RequestCode;
import io.skim.scan.spi.Frames;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Scrubs remoting frames, one at a time.
 */
final class ScrubbedFrame implements DataHandler
{
    private static final int REMARK = 0;
    private static final int EXT_FIELDS = 1;
    private static final RemotingInterest INTEREST = RemotingScanner.interest().field(RemotingField.REMARK, REMARK)
        .everyEntry(EXT_FIELDS).build();
    /** What an access control list needs, and nobody else. */
    private static final Set<String> CREDENTIALS = Set.of("Signature", "AccessKey", "SecurityToken");
    private static final Set<String> IDS = Set.of("msgId", "offsetMsgId", "transactionId", "originMsgId",
        "uniqKey", "unitModeMsgId");
    private static final Set<String> WITH_NUMBERS = Set.of("extraInfo", "startOffsetInfo", "msgOffsetInfo",
        "orderCountInfo", "queueOffset");
    /** Of a JSON header: those that are read, and texts that they have besides the remark and ext fields. */
    private static final Set<String> MEMBERS = Set.of("code", "extFields", "flag", "language", "opaque", "remark",
        "serializeTypeCurrentRPC", "version");
    private static final Set<String> PLAIN_TEXTS = plainTexts();
    private static final int PREFIX = 8;
    private static final String PROPERTIES = "properties";
    /** The types of fields of one name in all headers; null where they differ or are texts. */
    private static final Map<String, FieldType> PLAIN = plain();

    private final Pseudonyms pseudonyms;
    private final ScrubbedBody bodies;
    private final RemotingHeaderReader reader;
    private final RemotingPatcher patcher;
    @SuppressWarnings("NullAway.Init") // scrub sets it
    private RemotingHeader header;
    /** Null if it is not known. */
    private @Nullable HeaderType<?> type;
    private String reason = "";
    private String message = "";
    private long faultOffset;

    ScrubbedFrame(final Pseudonyms pseudonyms, final Limits limits)
    {
        this.pseudonyms = pseudonyms;
        bodies = new ScrubbedBody(pseudonyms, limits);
        // Real traffic that strict refuses has texts that are no UTF-8: what they are cannot be told, so they are dropped.
        reader = new RemotingHeaderReader(limits, Strictness.STRICT);
        patcher = new RemotingPatcher(limits, Strictness.STRICT);
    }

    private static Set<String> plainTexts()
    {
        final Set<String> texts = new HashSet<>(Set.of("JSON", "ROCKETMQ"));
        for (final RemotingLanguage language : RemotingLanguage.values())
        {
            texts.add(language.name());
        }
        return texts;
    }

    private static Map<String, FieldType> plain()
    {
        final Map<String, FieldType> plain = new HashMap<>();
        for (final HeaderType<?> each : HeaderTypes.all())
        {
            for (final HeaderField field : each.fields())
            {
                plain.merge(field.key(), field.type(), (one, other) -> one == FieldType.STRING ? one
                    : other == FieldType.STRING ? other : one);
            }
        }
        return plain;
    }

    /**
     * Scrubs a frame.
     *
     * @param view that holds it.
     * @return it and nothing else; null if it has to be dropped, see {@link #reason()}.
     */
    byte @Nullable [] scrub(final FrameView view)
    {
        final RemotingHeader read = reader.read(view);
        if (read == null)
        {
            return refuse(Objects.requireNonNull(reader.fault().reason()).name(), reader.fault().toMessage(),
                reader.fault().offset());
        }
        header = read;
        if (header.serializeType() == SerializeType.JSON && !JsonTexts.hasOnly(MEMBERS, PLAIN_TEXTS, Frames.array(view),
            Frames.arrayOffset(view) + PREFIX, header.bodyOffset() - PREFIX))
        {
            return refuse("UNKNOWN_MEMBER", "the header has a member that readers pass over", PREFIX);
        }
        type = header.isResponse() ? null : HeaderTypes.ofRequest(header.code());
        if (patcher.scan(view, INTEREST, this) != Outcome.COMPLETE || !patcher.patch().isReady())
        {
            final Refusal refusal = Objects.requireNonNull(patcher.patch().refusal());
            return refuse(refusal.name(), refusal.sentence(), 0);
        }
        final byte[] body = new byte[header.bodyLength()];
        System.arraycopy(Frames.array(view), Frames.arrayOffset(view) + header
            .bodyOffset(), body, 0, body.length);
        final byte[] scrubbed = bodies.scrub(body, header.code(), header.isResponse(), isBatch(), sysFlag());
        if (scrubbed == null)
        {
            return refuse("BODY_MALFORMED",
                "the messages in the body cannot be parsed, or have no room for their pseudonyms", header.bodyOffset());
        }
        final HeaderPatch patch = patcher.patch();
        final byte[] frame = new byte[patch.headerLength() + scrubbed.length];
        patch.writeHeader(frame, 0);
        System.arraycopy(scrubbed, 0, frame, patch.headerLength(), scrubbed.length);
        final int length = frame.length - Integer.BYTES;
        for (int i = 0; i < Integer.BYTES; i++)
        {
            frame[i] = (byte)(length >> (Integer.BYTES - 1 - i) * Byte.SIZE);
        }
        return frame;
    }

    private byte @Nullable [] refuse(final String why, final String sentence, final long offset)
    {
        reason = why;
        message = sentence;
        faultOffset = offset;
        return null;
    }

    String reason()
    {
        return reason;
    }

    String message()
    {
        return message;
    }

    /** In the frame. */
    long faultOffset()
    {
        return faultOffset;
    }

    private boolean isBatch()
    {
        if (header.isResponse())
        {
            return false;
        }
        final int code = header.code();
        return code == RequestCode.SEND_BATCH_MESSAGE.code()
            || code == RequestCode.SEND_MESSAGE_V2.code() && Boolean.parseBoolean(header.extField("m"))
            || code == RequestCode.SEND_MESSAGE.code() && Boolean.parseBoolean(header.extField("batch"));
    }

    private int sysFlag()
    {
        String text = null;
        for (final HeaderField field : type == null ? List.<HeaderField>of() : type.fields())
        {
            text = field.name().equals("sysFlag") ? header.extField(field.key()) : text;
        }
        return text != null && text.matches("\\d{1,9}") ? Integer.parseInt(text) : 0;
    }

    @Override
    public Action onField(final int id, final Cursor value)
    {
        final String text = value.toText();
        if (text != null && value.textLength() > 0)
        {
            patcher.replaceField(value, utf8(pseudonyms.text(text, Set.of())));
        }
        return Action.CONTINUE;
    }

    @Override
    public Action onEntry(final int id, final Cursor key, final Cursor value)
    {
        final String name = Objects.requireNonNullElse(key.toText(), "");
        if (CREDENTIALS.contains(name))
        {
            patcher.removeEntry(value);
            return Action.CONTINUE;
        }
        final String text = value.toText();
        if (text != null && value.textLength() > 0)
        {
            final String scrubbed = scrubbed(name, text);
            if (!scrubbed.equals(text))
            {
                patcher.replaceEntry(value, utf8(scrubbed));
            }
        }
        if (!name.isEmpty() && !isKnown(name))
        {
            patcher.renameEntry(value, utf8(pseudonyms.text(name, Words.PROPERTIES)));
        }
        return Action.CONTINUE;
    }

    private static byte[] utf8(final String text)
    {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private @Nullable HeaderField field(final String key)
    {
        return type == null ? null : type.fields().stream().filter(field -> field.key().equals(key)).findFirst().orElse(
            null);
    }

    private boolean isKnown(final String key)
    {
        return field(key) != null || PLAIN.containsKey(key) && key.length() > 1 || key.equals("ReqT");
    }

    private String scrubbed(final String key, final String text)
    {
        final HeaderField field = field(key);
        final String name = field == null ? key : field.name();
        if (name.equals(PROPERTIES))
        {
            return bodies.properties(text);
        }
        if (JsonTexts.isSecret(name))
        {
            return "*".repeat(text.length());
        }
        final FieldType kind = field != null ? field.type() : key.length() > 1 ? PLAIN.get(key) : null;
        if (isPlain(kind, text) || key.equals("ReqT") && text.matches("\\d+"))
        {
            return text;
        }
        if (IDS.contains(name))
        {
            return pseudonyms.messageId(text);
        }
        return WITH_NUMBERS.contains(name) ? pseudonyms.textWithNumbers(text) : pseudonyms.text(text, Set.of());
    }

    /** Whether a text is a number or a switch where one is due. */
    private static boolean isPlain(final @Nullable FieldType kind, final String text)
    {
        return kind != null && kind != FieldType.STRING && (kind.bits() > 0 ? text.matches("[+-]?\\d{1,19}")
            : Arrays.asList("true", "false", "upper", "lower").contains(text.toLowerCase(Locale.ROOT)));
    }
}

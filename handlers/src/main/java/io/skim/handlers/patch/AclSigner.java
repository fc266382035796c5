package io.skim.handlers.patch;

import io.skim.scan.Action;
import io.skim.scan.Cursor;
import io.skim.scan.DataHandler;
import io.skim.scan.FrameView;
import io.skim.scan.Outcome;
import io.skim.scan.remoting.RemotingField;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingScanner;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Signs requests as a client with RocketMQ's access control does: Base64 of HMAC-SHA1 over the values of all ext fields
 * except {@code Signature}, in the order of their names, and the body.
 * <p>
 * The signature is the one that the <em>server</em> computes: an ext field without a value (binary: empty) counts as the
 * text {@code null}, and of a client up to 4.9.3 the field {@code _UNIQUE_KEY_QUERY} does not count. One thread at a
 * time. Signing allocates.
 *
 * @see "AclUtils.combineRequestContent and calSignature, PlainAccessValidator.parse, release 4.9.8"
 */
public final class AclSigner
{
    /** The ext field that holds the signature. */
    static final String SIGNATURE = "Signature";
    /** How long a signature is: Base64 of the 20 bytes that HMAC-SHA1 gives. */
    static final int LENGTH = 28;

    private static final String ALGORITHM = "HmacSHA1";
    private static final String UNIQUE_KEY_QUERY = "_UNIQUE_KEY_QUERY";
    private static final int LAST_WITHOUT_UNIQUE_KEY_QUERY = 399;
    private static final int PIECE = 4096;
    private static final int VERSION = 0;
    private static final int ENTRIES = 1;
    private static final RemotingInterest INTEREST = RemotingScanner.interest().field(RemotingField.VERSION, VERSION)
        .everyEntry(ENTRIES).build();

    private final SecretKeySpec key;
    private final Mac mac;

    /**
     * Makes a signer.
     *
     * @param secret the secret key of the account whose {@code AccessKey} the requests carry, as UTF-8.
     * @throws IllegalArgumentException if the secret is empty.
     */
    public AclSigner(final byte[] secret)
    {
        key = new SecretKeySpec(secret, ALGORITHM);
        try
        {
            mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
        }
        catch (final GeneralSecurityException e)
        {
            throw new IllegalStateException("this JVM has no " + ALGORITHM, e);
        }
    }

    /**
     * Signs a frame.
     *
     * @param header   the header to sign, prefix and all, whose body may be missing.
     * @param changed  the same, and the part of the body that has changed.
     * @param frame    that has the other part of the body.
     * @param bodyFrom in {@code frame}, of that part's first byte.
     * @param scanner  that takes the header.
     * @return the signature, or null if the frame cannot be signed.
     */
    byte @Nullable [] sign(final FrameView header, final byte[] changed, final FrameView frame, final int bodyFrom,
        final RemotingScanner scanner)
    {
        final Values values = new Values();
        final Outcome outcome = scanner.scan(header, INTEREST, values);
        if (outcome != Outcome.COMPLETE || values.nameless || frame.available() < frame.length())
        {
            return null;
        }
        for (final Map.Entry<String, String> entry : values.texts.entrySet())
        {
            if (!entry.getKey().equals(UNIQUE_KEY_QUERY) || values.version > LAST_WITHOUT_UNIQUE_KEY_QUERY)
            {
                mac.update(entry.getValue().getBytes(StandardCharsets.UTF_8));
            }
        }
        final int headerEnd = HeaderLayout.headerEnd(changed, 0);
        mac.update(changed, headerEnd, changed.length - headerEnd);
        final byte[] piece = new byte[PIECE];
        for (int at = bodyFrom; at < frame.length(); at += PIECE)
        {
            final int bytes = Math.min(PIECE, frame.length() - at);
            frame.getBytes(at, bytes, piece, 0);
            mac.update(piece, 0, bytes);
        }
        return Base64.getEncoder().encode(mac.doFinal());
    }

    /** The ext fields in the order of their names; the last duplicate wins. */
    private static final class Values implements DataHandler
    {
        private final TreeMap<String, String> texts = new TreeMap<>();
        private int version;
        private boolean nameless;

        @Override
        public Action onField(final int id, final Cursor value)
        {
            version = value.getInt(0);
            return Action.CONTINUE;
        }

        @Override
        public Action onEntry(final int id, final Cursor name, final Cursor value)
        {
            nameless |= name.isNull();
            if (!name.isNull() && !name.contentEquals(SIGNATURE))
            {
                texts.put(name.toText(), String.valueOf(value.toText()));
            }
            return Action.CONTINUE;
        }
    }
}

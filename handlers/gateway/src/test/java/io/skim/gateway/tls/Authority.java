package io.skim.gateway.tls;

import io.netty.util.NetUtil;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import javax.security.auth.x500.X500Principal;

/**
 * A certificate authority for tests, which writes PEM files.
 *
 * @see "RFC 5280 section 4.1"
 */
public final class Authority
{
    private static final int INTEGER = 2;
    private static final int BIT_STRING = 3;
    private static final int OCTET_STRING = 4;
    private static final int SEQUENCE = 0x30;
    private static final byte[] ECDSA_WITH_SHA256 = hex("06082A8648CE3D040302");
    private static final byte[] SUBJECT_ALT_NAME = hex("0603551D11");
    private static final byte[] BASIC_CONSTRAINTS_CRITICAL_CA = hex("300F0603551D130101FF040530030101FF");
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMddHHmmss'Z'").withZone(
        ZoneOffset.UTC);

    private final Path folder;
    private final KeyPair keys = keyPair();
    private final X500Principal name;
    private int serial = 1;

    /** Makes an authority whose own certificate is in {@code NAME.pem} of a folder. */
    public Authority(final Path folder, final String name)
    {
        this.folder = folder;
        this.name = new X500Principal("CN=" + name);
        write(name + ".pem", "CERTIFICATE", certificate(this.name, keys, List.of(), true, Duration.ofDays(1)));
    }

    /** {@return the file of the authority's certificate} */
    public Path file()
    {
        return folder.resolve(name.getName().substring("CN=".length()) + ".pem");
    }

    /** Issues a certificate that is valid from a day ago for some time, with a new key. Names are of DNS, addresses, or URIs. */
    public KeyFiles issue(final String subject, final Duration fromNow, final String... names)
    {
        final KeyPair own = keyPair();
        return new KeyFiles(List.of(), write(subject + "-chain.pem", "CERTIFICATE", certificate(new X500Principal("CN="
            + subject), own, List.of(names), false, fromNow)), writeKey(subject + "-key.pem", own.getPrivate()));
    }

    private Path writeKey(final String file, final PrivateKey key)
    {
        return write(file, "PRIVATE KEY", key.getEncoded());
    }

    private byte[] certificate(final X500Principal subject, final KeyPair own, final List<String> names,
        final boolean isAuthority, final Duration fromNow)
    {
        final Instant now = Instant.now();
        final byte[] validity = der(SEQUENCE, time(now.minus(Duration.ofDays(1))), time(now.plus(fromNow)));
        final byte[] extensions = isAuthority ? BASIC_CONSTRAINTS_CRITICAL_CA : der(SEQUENCE, SUBJECT_ALT_NAME, der(
            OCTET_STRING, der(SEQUENCE, names.stream().map(Authority::name).toArray(byte[][]::new))));
        final byte[] algorithm = der(SEQUENCE, ECDSA_WITH_SHA256);
        final byte[] signed = der(SEQUENCE, der(0xA0, der(INTEGER, new byte[] {2})), der(INTEGER, new byte[] {
            (byte)serial++}), algorithm, name.getEncoded(), validity, subject.getEncoded(),
            own.getPublic().getEncoded(),
            der(0xA3, der(SEQUENCE, extensions)));
        return der(SEQUENCE, signed, algorithm, der(BIT_STRING, new byte[1], sign(signed)));
    }

    private byte[] sign(final byte[] bytes)
    {
        try
        {
            final Signature signature = Signature.getInstance("SHA256withECDSA");
            signature.initSign(keys.getPrivate());
            signature.update(bytes);
            return signature.sign();
        }
        catch (final GeneralSecurityException e)
        {
            throw new AssertionError(e);
        }
    }

    private static KeyPair keyPair()
    {
        try
        {
            final KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            return generator.generateKeyPair();
        }
        catch (final GeneralSecurityException e)
        {
            throw new AssertionError(e);
        }
    }

    private static byte[] name(final String name)
    {
        final byte[] address = NetUtil.createByteArrayFromIpAddressString(name);
        return address != null ? der(0x87, address) : der(name.contains("://") ? 0x86 : 0x82, name.getBytes(
            StandardCharsets.US_ASCII));
    }

    private static byte[] time(final Instant time)
    {
        return der(0x18, TIME.format(time).getBytes(StandardCharsets.US_ASCII));
    }

    private static byte[] der(final int tag, final byte[]... parts)
    {
        final ByteArrayOutputStream content = new ByteArrayOutputStream();
        for (final byte[] part : parts)
        {
            content.writeBytes(part);
        }
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(tag);
        if (content.size() > 0xFF)
        {
            out.write(0x82);
            out.write(content.size() >> 8);
        }
        else if (content.size() > 0x7F)
        {
            out.write(0x81);
        }
        out.write(content.size());
        out.writeBytes(content.toByteArray());
        return out.toByteArray();
    }

    private static byte[] hex(final String digits)
    {
        return HexFormat.of().parseHex(digits);
    }

    private Path write(final String file, final String what, final byte[] bytes)
    {
        try
        {
            return Files.writeString(folder.resolve(file), "-----BEGIN " + what + "-----\n" + Base64.getMimeEncoder(64,
                new byte[] {'\n'}).encodeToString(bytes) + "\n-----END " + what + "-----\n");
        }
        catch (final IOException e)
        {
            throw new AssertionError(e);
        }
    }
}

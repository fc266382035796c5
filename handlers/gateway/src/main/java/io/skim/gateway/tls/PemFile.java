package io.skim.gateway.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Cipher;
import javax.crypto.EncryptedPrivateKeyInfo;
import javax.crypto.SecretKey;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import org.jspecify.annotations.Nullable;

/** The bytes of a PEM file, and what is in them. */
final class PemFile
{
    private static final int MOST_BYTES = 1 << 20;
    private static final Pattern KEY = Pattern.compile(
        "-----BEGIN PRIVATE KEY-----\\s+([A-Za-z0-9+/=\\s]++)-----END PRIVATE KEY-----");
    private static final Map<String, String> SIGNATURES =
        Map.of("RSA", "SHA256withRSA", "EC", "SHA256withECDSA", "EdDSA",
            "EdDSA");

    private static final Pattern ENCRYPTED_KEY = Pattern.compile(
        "-----BEGIN ENCRYPTED PRIVATE KEY-----\\s+([A-Za-z0-9+/=\\s]++)-----END ENCRYPTED PRIVATE KEY-----");

    /** A file, or where else the bytes come from. */
    private final Object origin;
    private final byte[] bytes;

    private PemFile(final Object origin, final byte[] bytes)
    {
        this.origin = origin;
        this.bytes = bytes;
    }

    static PemFile read(final Path path) throws TlsFileException
    {
        try
        {
            if (Files.size(path) > MOST_BYTES)
            {
                throw new TlsFileException(path, "is larger than 1 MiB");
            }
            return new PemFile(path, Files.readAllBytes(path));
        }
        catch (final TlsFileException e)
        {
            throw e;
        }
        catch (final NoSuchFileException e)
        {
            throw new TlsFileException(path, "does not exist", e);
        }
        catch (final IOException e)
        {
            throw new TlsFileException(path, "cannot be read (" + e + ")", e);
        }
    }

    /** What is in no file. */
    static PemFile of(final String origin, final byte[] bytes)
    {
        return new PemFile(origin, bytes);
    }

    Object origin()
    {
        return origin;
    }

    byte[] bytes()
    {
        return bytes;
    }

    /** {@return all certificates in the file, at least one} */
    X509Certificate[] certificates() throws TlsFileException
    {
        try
        {
            final X509Certificate[] found = CertificateFactory.getInstance("X.509").generateCertificates(
                new ByteArrayInputStream(bytes)).toArray(new X509Certificate[0]);
            if (found.length == 0)
            {
                throw new TlsFileException(origin, "holds no certificate");
            }
            return found;
        }
        catch (final CertificateException e)
        {
            throw new TlsFileException(origin, "is not a PEM file of X.509 certificates (" + e.getMessage() + ")", e);
        }
    }

    /**
     * {@return the key, which belongs to a certificate's key}
     *
     * @param password of the key; null if it is not encrypted.
     */
    PrivateKey keyOf(final X509Certificate certificate, final @Nullable String password) throws TlsFileException
    {
        final PublicKey publicKey = certificate.getPublicKey();
        try
        {
            final PrivateKey key = KeyFactory.getInstance(publicKey.getAlgorithm()).generatePrivate(
                password == null ? new PKCS8EncodedKeySpec(encodedKey()) : decrypted(password));
            if (!belongTogether(key, publicKey))
            {
                throw new TlsFileException(origin, "is not the key of the certificate of " + certificate
                    .getSubjectX500Principal());
            }
            return key;
        }
        catch (final GeneralSecurityException | IllegalArgumentException e)
        {
            // The latter if it is no Base64.
            throw new TlsFileException(origin, "is not an " + publicKey.getAlgorithm()
                + " key in PKCS #8, as the certificate needs (" + e.getMessage() + ")", e);
        }
    }

    private byte[] encodedKey() throws TlsFileException
    {
        final String text = new String(bytes, StandardCharsets.ISO_8859_1);
        final Matcher key = KEY.matcher(text);
        if (key.find())
        {
            return Base64.getMimeDecoder().decode(key.group(1));
        }
        if (text.contains("-----BEGIN ENCRYPTED PRIVATE KEY-----"))
        {
            throw new TlsFileException(origin, "holds an encrypted key, which needs a password");
        }
        final Matcher other = Pattern.compile("-----BEGIN (RSA|EC|DSA) PRIVATE KEY-----").matcher(text);
        throw new TlsFileException(origin, other.find() ? "holds a key in the old form for " + other.group(1)
            + "; \"openssl pkcs8 -topk8 -nocrypt\" makes PKCS #8 of it" : "holds no private key");
    }

    /** The key of an encrypted one, by the scheme that it names. */
    private PKCS8EncodedKeySpec decrypted(final String password) throws TlsFileException
    {
        final Matcher found = ENCRYPTED_KEY.matcher(new String(bytes, StandardCharsets.ISO_8859_1));
        if (!found.find())
        {
            throw new TlsFileException(origin, "holds no encrypted key, but there is a password");
        }
        try
        {
            final EncryptedPrivateKeyInfo info =
                new EncryptedPrivateKeyInfo(Base64.getMimeDecoder().decode(found.group(1)));
            final AlgorithmParameters parameters = info.getAlgParameters();
            // For PBES2 (RFC 8018) the JDK tells the algorithms by these words alone.
            final String algorithm = parameters != null && "PBES2".equals(parameters.getAlgorithm())
                ? parameters.toString() : info.getAlgName();
            final SecretKey key =
                SecretKeyFactory.getInstance(algorithm).generateSecret(new PBEKeySpec(password.toCharArray()));
            final Cipher cipher = Cipher.getInstance(algorithm);
            cipher.init(Cipher.DECRYPT_MODE, key, parameters);
            return info.getKeySpec(cipher);
        }
        catch (final GeneralSecurityException | IOException | IllegalArgumentException e)
        {
            throw new TlsFileException(origin, "cannot be decrypted with the password (" + e.getMessage() + ")", e);
        }
    }

    private static boolean belongTogether(final PrivateKey key, final PublicKey publicKey)
        throws GeneralSecurityException
    {
        final String algorithm = SIGNATURES.get(publicKey.getAlgorithm());
        if (algorithm == null)
        {
            return true;
        }
        final Signature signature = Signature.getInstance(algorithm);
        signature.initSign(key);
        signature.update((byte)1);
        final byte[] signed = signature.sign();
        signature.initVerify(publicKey);
        signature.update((byte)1);
        return signature.verify(signed);
    }
}

package io.skim.gateway.tls;

import org.jspecify.annotations.Nullable;

/** The password of a private key, or a private key that is in no file. It was read once and stays as it is. Never printed. */
public final class KeySecret
{
    /** The key; null if it is in a file. */
    private final @Nullable PemFile key;
    private final @Nullable String password;

    private KeySecret(final @Nullable PemFile key, final @Nullable String password)
    {
        this.key = key;
        this.password = password;
    }

    /**
     * The password of a key in a file.
     *
     * @param password of the key, as people type it.
     * @return the secret.
     */
    public static KeySecret password(final String password)
    {
        return new KeySecret(null, password);
    }

    /**
     * A key.
     *
     * @param origin   where it comes from, for errors.
     * @param pem      the key in PKCS #8, in PEM; copied.
     * @param password of the key; null if it is not encrypted.
     * @return the secret.
     */
    public static KeySecret key(final String origin, final byte[] pem, final @Nullable String password)
    {
        return new KeySecret(PemFile.of(origin, pem.clone()), password);
    }

    /** {@return the key; null if it is in a file} */
    @Nullable
    PemFile key()
    {
        return key;
    }

    /** {@return the password; null for none} */
    @Nullable
    String password()
    {
        return password;
    }

    /** {@return what it is; never the secret} */
    @Override
    public String toString()
    {
        return key == null ? "a password" : "a key from " + key.origin();
    }
}

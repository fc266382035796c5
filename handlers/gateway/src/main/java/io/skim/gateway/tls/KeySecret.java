package io.skim.gateway.tls;

/** The password of a private key, or a private key that is in no file. It was read once and stays as it is. Never printed. */
public final class KeySecret
{
    private final String origin;
    private final byte[] pem;
    private final String password;

    private KeySecret(final String origin, final byte[] pem, final String password)
    {
        this.origin = origin;
        this.pem = pem == null ? null : pem.clone();
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
        return new KeySecret(null, null, password);
    }

    /**
     * A key.
     *
     * @param origin   where it comes from, for errors.
     * @param pem      the key in PKCS #8, in PEM; copied.
     * @param password of the key; null if it is not encrypted.
     * @return the secret.
     */
    public static KeySecret key(final String origin, final byte[] pem, final String password)
    {
        return new KeySecret(origin, pem, password);
    }

    boolean hasKey()
    {
        return pem != null;
    }

    PemFile key()
    {
        return PemFile.of(origin, pem);
    }

    /** {@return the password; null for none} */
    String password()
    {
        return password;
    }

    /** {@return what it is; never the secret} */
    @Override
    public String toString()
    {
        return origin == null ? "a password" : "a key from " + origin;
    }
}

package io.skim.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.skim.gateway.config.Check;
import io.skim.gateway.tls.Authority;
import io.skim.gateway.tls.KeyFiles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code --check} says of the files of certificates and keys that a gateway's file names. */
class CertificatesTest
{
    @TempDir
    private Path folder;

    private String check(final String tls, final String clusterTls) throws IOException
    {
        final Path file =
            Files.writeString(folder.resolve("gateway.yaml"), "listeners:\n  - name: clients\n    address: "
                + "9876\n    tls:\n" + tls + "clusters:\n  main: {nameServers: [10.0.0.5:9876]" + clusterTls + "}\n");
        final ByteArrayOutputStream said = new ByteArrayOutputStream();
        final PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8);
        final int status = Check.check(file, Certificates.CHECK, out, out);
        final String text = said.toString(StandardCharsets.UTF_8).strip();
        assertEquals(text.contains(": good: ") ? Check.GOOD : Check.PROBLEMS, status);
        return text.substring(file.toString().length() + 1);
    }

    private static String listener(final Path chain, final Path key)
    {
        return "      certificates:\n        - chain: " + chain + "\n          key: {file: " + key + "}\n";
    }

    private static String listener(final KeyFiles files)
    {
        return listener(files.chain(), files.key());
    }

    @Test
    void filesThatCannotBeUsedAreToldWithTheirPlace() throws Exception
    {
        final Authority authority = new Authority(folder, "authority");
        final KeyFiles good = authority.issue("good", Duration.ofDays(1), "mq.example.com");
        final KeyFiles other = authority.issue("other", Duration.ofDays(1), "mq.example.com");
        final KeyFiles expired = authority.issue("expired", Duration.ofSeconds(-1), "mq.example.com");
        final String trusting = ", tls: {trust: " + authority.file() + "}";
        assertTrue(check(listener(good), trusting).startsWith(" good: "));
        assertEquals("7:16: " + other.key() + ": is not the key of the certificate of CN=good", check(listener(good
            .chain(), other.key()), ""));
        assertTrue(check(listener(expired), "").startsWith("6:18: " + expired.chain()
            + ": the certificate has expired at "));
        assertTrue(check(listener(good.key(), good.key()), "").startsWith("6:18: " + good.key()
            + ": is not a PEM file of X.509 certificates"));
        assertEquals("7:16: " + other.chain() + ": holds no private key", check(listener(good.chain(), other.chain()),
            ""));
        final String wrong = check(listener(good), ", tls: {trust: " + good.key() + "}");
        assertTrue(wrong.contains(good.key() + ": is not a PEM file of X.509 certificates"), wrong);
    }

    /** Else the authorities of the JDK would count, of which anybody gets a certificate. */
    @Test
    void certificatesOfClientsComeFromAuthoritiesOfTheFile() throws Exception
    {
        final KeyFiles good = new Authority(folder, "authority").issue("good", Duration.ofDays(1), "mq.example.com");
        for (final String wish : new String[] {"wanted", "required"})
        {
            assertEquals(
                "8:27: certificates of clients need the key 'trust': the file of the authorities that they come"
                    + " from",
                check(listener(good) + "      clientCertificates: " + wish + "\n", ""));
        }
    }
}

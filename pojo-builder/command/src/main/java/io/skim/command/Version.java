package io.skim.command;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/**
 * The version that Maven built.
 */
public final class Version implements IVersionProvider
{
    @Override
    public String[] getVersion() throws IOException
    {
        final Properties properties = new Properties();
        try (InputStream in = Version.class.getResourceAsStream("version.properties"))
        {
            properties.load(in);
        }
        return new String[] {"skim " + properties.getProperty("version")};
    }
}

package io.skim.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.apache.rocketmq.common.MQVersion;
import org.junit.jupiter.api.Test;

/** Names of releases, beside RocketMQ's own list. */
class ReleaseTest
{
    @Test
    void eachNumberHasTheNameThatTheReferenceGives()
    {
        final MQVersion.Version[] all = MQVersion.Version.values();
        for (int version = MQVersion.Version.V4_0_0_SNAPSHOT.ordinal(); version < all.length - 1; version++)
        {
            final String name = all[version].name().substring(1).replace("_SNAPSHOT", "-SNAPSHOT").replace('_', '.');
            assertEquals(name, Release.name(version));
        }
    }

    @Test
    void otherNumbersHaveNone()
    {
        assertNull(Release.name(MQVersion.Version.V4_0_0_SNAPSHOT.ordinal() - 1));
        assertNull(Release.name(MQVersion.Version.HIGHER_VERSION.ordinal()));
        assertNull(Release.name(-1));
        assertNull(Release.name(Integer.MIN_VALUE));
        assertNull(Release.name(Integer.MAX_VALUE));
    }
}

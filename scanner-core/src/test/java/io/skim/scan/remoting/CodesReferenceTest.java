package io.skim.scan.remoting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.rocketmq.remoting.protocol.RemotingSysResponseCode;
import org.junit.jupiter.api.Test;

/** The names and numbers of codes are those of RocketMQ's own constants. */
class CodesReferenceTest
{
    private static Map<String, Integer> constants(final Class<?>... types) throws IllegalAccessException
    {
        final Map<String, Integer> constants = new TreeMap<>();
        for (final Class<?> type : types)
        {
            for (final Field field : type.getDeclaredFields())
            {
                if (Modifier.isStatic(field.getModifiers()) && Modifier.isPublic(field.getModifiers()))
                {
                    constants.put(field.getName(), ((Number)field.get(null)).intValue());
                }
            }
        }
        return constants;
    }

    @Test
    void requestsAreCalledAsTheReferenceCallsThem() throws IllegalAccessException
    {
        final Map<String, Integer> expected = constants(org.apache.rocketmq.remoting.protocol.RequestCode.class);
        final Map<String, Integer> found = Arrays.stream(RequestCode.values()).collect(Collectors.toMap(
            RequestCode::name, RequestCode::code, (a, b) -> a, TreeMap::new));
        final Set<String> gone = new TreeSet<>(found.keySet());
        gone.removeAll(expected.keySet());
        assertEquals(Set.of("UPDATE_AND_CREATE_ACL_CONFIG", "DELETE_ACL_CONFIG", "GET_BROKER_CLUSTER_ACL_INFO",
            "UPDATE_GLOBAL_WHITE_ADDRS_CONFIG"), gone);
        found.keySet().removeAll(gone);
        assertEquals(expected, found);
    }

    @Test
    void responsesAreCalledAsTheReferenceCallsThem() throws IllegalAccessException
    {
        assertEquals(constants(RemotingSysResponseCode.class,
            org.apache.rocketmq.remoting.protocol.ResponseCode.class),
            Arrays.stream(ResponseCode.values()).collect(
                Collectors.toMap(ResponseCode::name, ResponseCode::code, (a, b) -> a, TreeMap::new)));
    }

    @Test
    void areFoundByTheirNumbers()
    {
        for (final RequestCode code : RequestCode.values())
        {
            assertSame(code, RequestCode.of(code.code()));
        }
        for (final ResponseCode code : ResponseCode.values())
        {
            assertSame(code, ResponseCode.of(code.code()));
        }
        for (final int unknown : new int[] {Integer.MIN_VALUE, -1, 0, 3_442, 77_777, Integer.MAX_VALUE})
        {
            assertNull(RequestCode.of(unknown));
        }
        for (final int unknown : new int[] {Integer.MIN_VALUE, -1, 310, Integer.MAX_VALUE})
        {
            assertNull(ResponseCode.of(unknown));
        }
        assertSame(ResponseCode.SUCCESS, ResponseCode.of(0));
    }

    @Test
    void sendsAreToldByTheirNumbers()
    {
        final Set<RequestCode> brief = EnumSet.of(RequestCode.SEND_MESSAGE_V2, RequestCode.SEND_BATCH_MESSAGE,
            RequestCode.SEND_REPLY_MESSAGE_V2);
        final Set<RequestCode> sends = EnumSet.of(RequestCode.SEND_MESSAGE, RequestCode.SEND_REPLY_MESSAGE);
        sends.addAll(brief);
        for (final RequestCode code : RequestCode.values())
        {
            assertEquals(brief.contains(code), RequestCode.hasShortNames(code.code()), code.name());
            assertEquals(sends.contains(code), RequestCode.isSend(code.code()), code.name());
        }
    }
}

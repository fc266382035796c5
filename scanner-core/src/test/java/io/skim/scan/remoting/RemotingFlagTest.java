package io.skim.scan.remoting;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.apache.rocketmq.remoting.protocol.RemotingCommand;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RemotingFlagTest
{
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, -1, -2, -3, Integer.MIN_VALUE})
    void tellsOfAFlagWhatTheReferenceTells(final int flag)
    {
        final RemotingCommand command = RemotingCommand.createRequestCommand(10, null);
        command.setFlag(flag);
        assertEquals(command.isResponseType(), RemotingFlag.isResponse(flag));
        assertEquals(command.isOnewayRPC(), RemotingFlag.isOneway(flag));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 4, -4})
    void hasTheBitsThatTheReferenceSets(final int flag)
    {
        final RemotingCommand response = RemotingCommand.createRequestCommand(10, null);
        response.setFlag(flag);
        response.markResponseType();
        assertEquals(response.getFlag(), flag | RemotingFlag.RESPONSE);
        final RemotingCommand oneway = RemotingCommand.createRequestCommand(10, null);
        oneway.setFlag(flag);
        oneway.markOnewayRPC();
        assertEquals(oneway.getFlag(), flag | RemotingFlag.ONEWAY);
    }
}

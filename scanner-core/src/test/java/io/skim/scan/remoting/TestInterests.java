package io.skim.scan.remoting;

/** Interests that several tests share. */
final class TestInterests
{
    static final RemotingInterest CODE_AND_OPAQUE =
        RemotingScanner.interest().ids(RemotingField.values().length).field(RemotingField.CODE,
            RemotingField.CODE.ordinal()).field(RemotingField.OPAQUE, RemotingField.OPAQUE.ordinal()).build();

    private TestInterests()
    {
    }
}

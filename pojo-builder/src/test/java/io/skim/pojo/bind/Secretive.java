package io.skim.pojo.bind;

/**
 * Has a record that no other class can make.
 */
final class Secretive
{
    private Secretive()
    {
    }

    private record Secret(String topic)
    {
    }

    static Class<? extends Record> secret()
    {
        return Secret.class;
    }
}

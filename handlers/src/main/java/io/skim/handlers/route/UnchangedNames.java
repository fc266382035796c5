package io.skim.handlers.route;

/** The map in which all names stay as they are. */
enum UnchangedNames implements NameMap
{
    /** The only one. */
    INSTANCE;

    @Override
    public String toString()
    {
        return "names as they are";
    }

    @Override
    public boolean toBroker(final ResourceKind kind, final byte[] utf8, final int offset, final int length,
        final NameSink out)
    {
        return false;
    }

    @Override
    public boolean toClient(final ResourceKind kind, final byte[] utf8, final int offset, final int length,
        final NameSink out)
    {
        return false;
    }
}

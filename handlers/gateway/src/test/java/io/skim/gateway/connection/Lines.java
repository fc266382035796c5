package io.skim.gateway.connection;

import java.util.List;
import java.util.ResourceBundle;
import java.util.concurrent.CopyOnWriteArrayList;

/** A logger that keeps its lines, each behind its level. */
class Lines implements System.Logger
{
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final Level least;

    Lines(final Level least)
    {
        this.least = least;
    }

    List<String> all()
    {
        return lines;
    }

    @Override
    public String getName()
    {
        return "lines";
    }

    @Override
    public boolean isLoggable(final Level level)
    {
        return level.getSeverity() >= least.getSeverity();
    }

    @Override
    public void log(final Level level, final ResourceBundle bundle, final String message, final Throwable thrown)
    {
        lines.add(level + " " + message);
    }

    @Override
    public void log(final Level level, final ResourceBundle bundle, final String format, final Object... params)
    {
        lines.add(level + " " + format);
    }
}

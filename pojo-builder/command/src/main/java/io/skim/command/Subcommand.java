package io.skim.command;

import java.util.concurrent.Callable;

/**
 * A command of {@code skim} in a package of its own, which {@link Skim} finds as a service: its package uses this one, and not the
 * other way about. It has picocli's annotations, and a constructor without parameters.
 */
public interface Subcommand extends Callable<Integer>
{
}

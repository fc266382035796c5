/**
 * The {@code skim} command. Exports nothing.
 */
@SuppressWarnings("module")
module io.skim.command
{
    requires HdrHistogram;
    requires com.fasterxml.jackson.core;
    requires info.picocli;
    requires io.skim.handlers;
    requires io.skim.pojo;
    requires io.skim.store;
    requires java.desktop;
    requires org.knowm.xchart;

    opens io.skim.command to info.picocli;
    opens io.skim.command.dissector to info.picocli;
    opens io.skim.command.report to info.picocli;
    opens io.skim.command.scrub to info.picocli;
}

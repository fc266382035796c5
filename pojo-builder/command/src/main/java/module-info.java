/**
 * The {@code skim} command. Exports nothing.
 */
@SuppressWarnings("module")
module io.skim.command
{
    requires HdrHistogram;
    requires aircompressor;
    requires com.fasterxml.jackson.core;
    requires info.picocli;
    requires io.skim.handlers;
    requires io.skim.pojo;
    requires io.skim.store;
    requires java.desktop;
    requires java.xml;
    // Of aircompressor, which is no module and cannot say so.
    requires jdk.unsupported;
    requires org.apache.xmlgraphics.batik.svggen;
    requires org.knowm.xchart;
    requires static org.jspecify;

    uses io.skim.command.Subcommand;

    provides io.skim.command.Subcommand
        with io.skim.command.report.Report, io.skim.command.scrub.Scrub, io.skim.command.dissector.Dissector;

    opens io.skim.command to info.picocli;
    opens io.skim.command.dissector to info.picocli;
    opens io.skim.command.report to info.picocli;
    opens io.skim.command.scrub to info.picocli;
}

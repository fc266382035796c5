package io.skim.command.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.io.IOException;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.apache.batik.svggen.SVGGraphics2D;
import org.jspecify.annotations.Nullable;
import org.knowm.xchart.AnnotationText;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.AxesChartStyler;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;
import org.w3c.dom.Document;

/**
 * Draws pictures as SVG in the colours of the page, light or dark. Series differ in their dashes and marks too.
 */
final class Charts
{
    /** Stand for the colours of the page, which replace them. */
    private static final Color INK = new Color(1, 2, 3);
    private static final Color GRID = new Color(4, 5, 6);
    private static final Color[] SERIES = {new Color(10, 0, 1), new Color(10, 0, 2), new Color(10, 0, 3), new Color(10,
        0, 4), new Color(10, 0, 5), new Color(10, 0, 6)};
    private static final Color CLEAR = new Color(0, 0, 0, 0);
    private static final float[][] DASHES = {null, {9, 4}, {2, 3}, {12, 3, 2, 3}, {5, 2}, {1, 5}};
    private static final Marker[] MARKERS = {SeriesMarkers.CIRCLE, SeriesMarkers.SQUARE, SeriesMarkers.TRIANGLE_UP,
        SeriesMarkers.DIAMOND, SeriesMarkers.TRIANGLE_DOWN, SeriesMarkers.CROSS};
    private static final Pattern FRACTION = Pattern.compile("(\\d\\.\\d\\d)\\d+");
    private static final Pattern PROLOGUE = Pattern.compile("(?s)^.*?<svg[^>]* style=\"([^\"]*)\"[^>]*>");
    private static final String NAMESPACE = "http://www.w3.org/2000/svg";
    private static final int MOST_SERIES = SERIES.length;
    private static final int FONT = 13;
    /** More than the library takes for equal, and less than a picture shows. */
    private static final double UNEVEN = 2e-4;

    private final int width;
    private final int height;
    private int number;

    /** A line of a picture, in the order of x. */
    record Line(String name, double[] x, double[] y)
    {
    }

    /**
     * Makes pictures of a size.
     *
     * @param width  in pixels.
     * @param height in pixels.
     */
    Charts(final int width, final int height)
    {
        this.width = width;
        this.height = height;
    }

    private XYChart chart(final String x, final String y, final int tall)
    {
        final XYChart chart = new XYChartBuilder().width(width).height(tall).xAxisTitle(x).yAxisTitle(y).build();
        final AxesChartStyler styler = chart.getStyler();
        final Font font = new Font(Font.SANS_SERIF, Font.PLAIN, FONT);
        styler.setXAxisTickLabelsColor(INK).setYAxisTickLabelsColor(INK).setAxisTickMarksColor(INK);
        styler.setPlotGridLinesColor(GRID).setPlotGridLinesStroke(new BasicStroke(0.5F));
        styler.setXAxisTitleColor(INK).setYAxisTitleColor(INK);
        styler.setAxisTickLabelsFont(font).setAxisTitleFont(font);
        styler.setChartBackgroundColor(CLEAR).setPlotBackgroundColor(CLEAR).setPlotBorderVisible(false)
            .setChartFontColor(
                INK)
            .setLegendFont(font).setLegendBackgroundColor(CLEAR).setLegendBorderColor(CLEAR).setLegendPosition(
                Styler.LegendPosition.OutsideS)
            .setLegendLayout(Styler.LegendLayout.Vertical).setSeriesColors(SERIES)
            .setChartPadding(2);
        styler.setXAxisMaxLabelCount(Math.max(3, width / 110));
        styler.setLocale(Locale.ROOT);
        return chart;
    }

    /** Lines over time; zero is on the axis. */
    String overTime(final String unit, final String what, final List<Line> lines, final boolean logarithmic)
        throws IOException
    {
        final XYChart chart = chart("time (" + unit + ")", what, height + legend(lines));
        final double most = lines.stream().flatMapToDouble(line -> Arrays.stream(line.y())).max().orElse(1);
        if (logarithmic)
        {
            logarithmic(chart, lines);
        }
        else
        {
            chart.getStyler().setYAxisMin(0.0).setYAxisMax(most > 0 ? most : 1);
            if (most > 0.01)
            {
                // Else with a zero before the point; less has exponents, for the labels of ticks have to differ.
                chart.getStyler().setYAxisDecimalPattern("#,##0.####");
            }
        }
        add(chart, lines);
        return svg(chart);
    }

    private static int legend(final List<Line> lines)
    {
        return 22 * Math.min(lines.size(), MOST_SERIES);
    }

    private static void add(final XYChart chart, final List<Line> lines)
    {
        for (int i = 0; i < Math.min(lines.size(), MOST_SERIES); i++)
        {
            // The names of two lines can have the same label.
            final XYSeries series = chart.addSeries("line " + i, uneven(lines.get(i).x()), lines.get(i).y());
            series.setLabel(label(lines.get(i).name()));
            series.setMarker(lines.get(i).x().length > 40 ? SeriesMarkers.NONE : MARKERS[i]).setLineStyle(stroke(2,
                DASHES[i]));
        }
    }

    /** Points at equal distances would get ticks of the library's at some of them, and not at round numbers. */
    private static double[] uneven(final double[] x)
    {
        final double[] moved = x.clone();
        if (moved.length > 2)
        {
            moved[moved.length - 1] += UNEVEN;
        }
        return moved;
    }

    /** A name on one line: the library cannot draw a line without text. */
    private static String label(final String name)
    {
        final String label = name.replaceAll("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]", "\u00B7");
        return label.isBlank() ? "(no name)" : label;
    }

    private static BasicStroke stroke(final float strong, final float @Nullable [] dashes)
    {
        return new BasicStroke(strong, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND, 10, dashes, 0);
    }

    /**
     * Values by percentile: the axis gives each further nine as much room. x is the number of nines: 0, 1 for 90, 2 for 99. The
     * axis itself is linear: on a logarithmic one with texts of its own the library tries far too many ticks.
     */
    String percentiles(final String what, final List<Line> lines) throws IOException
    {
        return percentiles(what, lines, Charts::percentile);
    }

    /**
     * Likewise, with labels of another maker.
     *
     * @param label of a tick, by its number of nines.
     */
    String percentiles(final String what, final List<Line> lines, final Function<Double, String> label)
        throws IOException
    {
        final XYChart chart = chart("percentile", what, height + legend(lines));
        final double nines = Math.max(1, Math.ceil(lines.stream().flatMapToDouble(line -> Arrays.stream(line.x()))
            .max().orElse(1)));
        chart.getStyler().setXAxisMin(0.0).setXAxisMax(nines);
        chart.getStyler().setxAxisTickLabelsFormattingFunction(x -> isWhole(x) ? label.apply(x) : blank(x));
        logarithmic(chart, lines);
        add(chart, lines);
        return svg(chart);
    }

    private static boolean isWhole(final double nines)
    {
        return Math.abs(nines - Math.rint(nines)) < UNEVEN;
    }

    /**
     * For a tick between two nines, at a number such as 98.415, or before the first one. The labels of two ticks have to differ, see
     * {@link #percentile}.
     */
    private static String blank(final double nines)
    {
        return (nines < 0 ? "\u00A0" : " ").repeat(1 + (int)Math.abs(Math.round(10 * nines)));
    }

    private static void logarithmic(final XYChart chart, final List<Line> lines)
    {
        final double most = lines.stream().flatMapToDouble(line -> Arrays.stream(line.y())).max().orElse(1);
        final double least = lines.stream().flatMapToDouble(line -> Arrays.stream(line.y())).min().orElse(1);
        chart.getStyler().setYAxisLogarithmic(true).setYAxisMin(Math.pow(10, Math.floor(Math.log10(least))))
            .setYAxisMax(
                Math.pow(10, Math.floor(Math.log10(most)) + 1));
        chart.getStyler().setYAxisDecimalPattern("#,##0.####");
    }

    /** With as many digits as two ticks need to differ: where they do not, the library looks for others without an end. */
    static String percentile(final double nines)
    {
        final int digits = Math.max(3, (int)Math.ceil(nines));
        final String text = String.format(Locale.ROOT, "%." + digits + "f", 100 - 100 / Math.pow(10, nines));
        return text.replaceAll("\\.?0+$", "");
    }

    /** Who talks to whom: clients on the left, servers on the right, lines as strong as the traffic. */
    String graph(final Map<ReportedTraffic.Edge, Long> edges, final List<String> clients, final List<String> servers)
        throws IOException
    {
        final int rows = Math.max(clients.size(), servers.size());
        final XYChart chart = chart("", "", Math.max(120, 34 * rows + 30));
        chart.getStyler().setLegendVisible(false);
        chart.getStyler().setAxisTicksVisible(false).setPlotGridLinesVisible(false);
        final double margin = width < 600 ? 1.2 : 0.5;
        chart.getStyler().setXAxisMin(-margin).setXAxisMax(1 + margin).setYAxisMin(-0.5).setYAxisMax(rows - 0.5);
        final long most = edges.values().stream().mapToLong(each -> each).max().orElse(1);
        edges.forEach((edge, bytes) -> {
            final double[] y = {row(clients, edge.client(), rows), row(servers, edge.server(), rows)};
            final XYSeries series = chart.addSeries(edge.client() + ">" + edge.server(), new double[] {0, 1}, y);
            series.setMarkerColor(INK).setMarker(SeriesMarkers.CIRCLE).setLineColor(SERIES[0]);
            series.setLineStyle(stroke((float)(1 + 6.0 * bytes / most), null));
        });
        clients.forEach(client -> label(chart, client, -margin / 2 - 0.04, row(clients, client, rows)));
        servers.forEach(server -> label(chart, server, 1.04 + margin / 2, row(servers, server, rows)));
        return svg(chart);
    }

    private static void label(final XYChart chart, final String text, final double x, final double y)
    {
        chart.getStyler().setAnnotationTextFont(new Font(Font.SANS_SERIF, Font.PLAIN, FONT)).setAnnotationTextFontColor(
            INK);
        chart.addAnnotation(new AnnotationText(text, x, y, false));
    }

    /** In the middle if there are fewer than on the other side; the first one on top. */
    private static double row(final List<String> names, final String name, final int rows)
    {
        final double place = (names.indexOf(name) + 0.5) * rows / names.size() - 0.5;
        return rows - 1 - place;
    }

    private static Document document() throws IOException
    {
        try
        {
            return DocumentBuilderFactory.newInstance().newDocumentBuilder().getDOMImplementation().createDocument(
                NAMESPACE, "svg", null);
        }
        catch (final ParserConfigurationException e)
        {
            throw new IOException(e);
        }
    }

    private String svg(final XYChart chart) throws IOException
    {
        final String id = "plot-" + width + "-" + number++;
        final SVGGraphics2D graphics = new SVGGraphics2D(document());
        chart.paint(graphics, chart.getWidth(), chart.getHeight());
        final StringWriter drawn = new StringWriter();
        graphics.stream(drawn, true);
        String svg = FRACTION.matcher(drawn.toString()).replaceAll("$1").replaceAll("clipPath(\\d+)", id + "-$1")
            .replaceAll(" id=\"(genericDefs|defs\\d+)\"", "");
        final Matcher prologue = PROLOGUE.matcher(svg);
        svg = prologue.replaceFirst("<svg viewBox=\"0 0 " + chart.getWidth() + " " + chart.getHeight()
            + "\" aria-hidden=\"true\" focusable=\"false\" style=\"$1\">");
        svg = svg.replace("rgb(1,2,3)", "currentColor").replace("rgb(4,5,6)", "var(--grid)");
        for (int i = 0; i < SERIES.length; i++)
        {
            svg = svg.replace("rgb(10,0," + (i + 1) + ")", "var(--series-" + (i + 1) + ")");
        }
        return svg.replaceAll("\\s*\\n\\s*", "\n");
    }
}

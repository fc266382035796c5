package io.skim.benchmarks;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.CategorySeries.CategorySeriesRenderStyle;
import org.knowm.xchart.VectorGraphicsEncoder;
import org.knowm.xchart.VectorGraphicsEncoder.VectorGraphicsFormat;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.style.AxesChartStyler;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * Draws results as SVG without a background, in colours that can be told from white and from black: pages are read on both.
 */
final class Pictures
{
    private static final Color CLEAR = new Color(0, 0, 0, 0);
    private static final Color INK = new Color(0x80, 0x88, 0x90);
    private static final Color GRID = new Color(0x80, 0x88, 0x90, 0x50);
    private static final Color LIMIT = new Color(0xE5, 0x48, 0x4D);
    private static final Color[] SERIES = {new Color(0x3B, 0x82, 0xF6), new Color(0xE0, 0x7B, 0x00), new Color(0x23,
        0x9B, 0x56), new Color(0xA8, 0x5C, 0xF0), new Color(0xD6, 0x4C, 0x8A)};
    private static final Pattern FRACTION = Pattern.compile("(\\d\\.\\d\\d)\\d+");
    private static final int WIDTH = 960;
    private static final int HEIGHT = 440;
    /** What long names below take of the height. */
    private static final int LABELS = 180;
    private static final int FONT = 13;
    private static final int TITLE = 15;
    private static final int TILT = 70;
    private static final float HAIR = 0.5F;

    private Pictures()
    {
    }

    /**
     * Draws how many times faster than the best peer Skim is on each set.
     *
     * @param title  of the picture.
     * @param groups a value for each name of a set, by question; null where nothing was measured.
     * @return SVG.
     */
    static String ratios(final String title, final Map<String, Map<String, Double>> groups) throws IOException
    {
        final CategoryChart chart =
            new CategoryChartBuilder().width(WIDTH).height(HEIGHT + LABELS).title(title).yAxisTitle(
                "times as fast as the best peer").build();
        style(chart.getStyler());
        chart.getStyler().setYAxisLogarithmic(true).setYAxisMin(0.5);
        chart.getStyler().setAvailableSpaceFill(0.8);
        final List<String> questions = List.copyOf(groups.keySet());
        final List<String> sets = groups.values().stream().flatMap(each -> each.keySet().stream()).distinct().collect(
            Collectors.toList());
        for (final String set : sets)
        {
            chart.addSeries(set, questions, column(groups, set));
        }
        return svg(chart);
    }

    /**
     * Draws what a byte of each form costs beside the base form.
     *
     * @param title of the picture.
     * @param forms a value for each question, by form; null where nothing was measured.
     * @return SVG.
     */
    static String evenness(final String title, final Map<String, Map<String, Double>> forms) throws IOException
    {
        final CategoryChart chart =
            new CategoryChartBuilder().width(WIDTH).height(HEIGHT + LABELS).title(title).yAxisTitle(
                "time for a byte, base form = 1").build();
        style(chart.getStyler());
        chart.getStyler().setAvailableSpaceFill(0.8).setYAxisMin(0.0);
        final List<String> names = List.copyOf(forms.keySet());
        for (final String question : forms.values().stream().flatMap(each -> each.keySet().stream()).distinct()
            .toList())
        {
            chart.addSeries(question, names, column(forms, question));
        }
        chart.addSeries("at most " + (int)Evenness.MOST, names, names.stream().map(name -> Evenness.MOST).toList())
            .setChartCategorySeriesRenderStyle(CategorySeriesRenderStyle.Line)
            .setMarker(SeriesMarkers.NONE).setLineColor(LIMIT);
        return svg(chart);
    }

    /**
     * Draws how time grows with the length of a header.
     *
     * @param title  of the picture.
     * @param series times in ns by bytes, for each contender.
     * @return SVG.
     */
    static String growth(final String title, final Map<String, TreeMap<Integer, Double>> series) throws IOException
    {
        final XYChart chart =
            new XYChartBuilder().width(WIDTH).height(HEIGHT).title(title).xAxisTitle("bytes of a header")
                .yAxisTitle("ns").build();
        style(chart.getStyler());
        chart.getStyler().setXAxisLogarithmic(true).setYAxisLogarithmic(true);
        chart.getStyler().setXAxisLabelRotation(0).setXAxisLabelAlignment(AxesChartStyler.TextAlignment.Centre);
        series.forEach((name, times) -> chart.addSeries(name, times.keySet().stream().mapToDouble(bytes -> bytes)
            .toArray(), times.values().stream().mapToDouble(nanos -> nanos).toArray()).setMarker(SeriesMarkers.CIRCLE)
            .setLineStyle(new BasicStroke(2)));
        return svg(chart);
    }

    /**
     * Draws latencies.
     *
     * @param title       of the picture.
     * @param percentiles a latency in microseconds for each contender, by percentile.
     * @return SVG.
     */
    static String latencies(final String title, final Map<String, Map<String, Double>> percentiles) throws IOException
    {
        final CategoryChart chart =
            new CategoryChartBuilder().width(WIDTH).height(HEIGHT).title(title).yAxisTitle("µs").build();
        style(chart.getStyler());
        chart.getStyler().setXAxisLabelRotation(0).setXAxisLabelAlignment(AxesChartStyler.TextAlignment.Centre);
        // Bars would begin at 0, which a logarithmic axis does not have.
        final double least = percentiles.values().stream().flatMap(each -> each.values().stream()).mapToDouble(
            micros -> micros).min().orElse(1);
        chart.getStyler().setYAxisLogarithmic(true).setYAxisMin(Math.pow(10, Math.floor(Math.log10(least))));
        chart.getStyler().setAvailableSpaceFill(0.8);
        final List<String> names = List.copyOf(percentiles.keySet());
        percentiles.values().iterator().next().keySet().forEach(contender -> chart.addSeries(contender, names, column(
            percentiles, contender)));
        return svg(chart);
    }

    private static ArrayList<Double> column(final Map<String, Map<String, Double>> rows, final String name)
    {
        return rows.values().stream().map(row -> row.get(name)).collect(Collectors.toCollection(ArrayList::new));
    }

    private static void style(final AxesChartStyler styler)
    {
        styler.setXAxisLabelRotation(TILT).setXAxisTickLabelsColor(INK).setYAxisTickLabelsColor(INK);
        styler.setAxisTickMarksColor(INK).setPlotGridLinesColor(GRID).setPlotGridVerticalLinesVisible(false);
        styler.setPlotGridLinesStroke(new BasicStroke(HAIR)).setXAxisLabelAlignment(AxesChartStyler.TextAlignment.Right)
            .setXAxisLabelAlignmentVertical(AxesChartStyler.TextAlignment.Right);
        styler.setXAxisTitleColor(INK).setYAxisTitleColor(INK);
        styler.setAxisTickLabelsFont(font(Font.PLAIN, FONT)).setAxisTitleFont(font(Font.PLAIN, FONT));
        styler.setDecimalPattern("#,##0.##");
        styler.setChartBackgroundColor(CLEAR).setPlotBackgroundColor(CLEAR).setPlotBorderVisible(false);
        styler.setChartFontColor(INK).setChartTitleFont(font(Font.BOLD, TITLE)).setLegendFont(font(Font.PLAIN, FONT));
        styler.setLegendBackgroundColor(CLEAR).setLegendBorderColor(CLEAR).setLegendPosition(
            Styler.LegendPosition.OutsideS).setLegendLayout(Styler.LegendLayout.Horizontal);
        styler.setSeriesColors(SERIES).setChartPadding(4);
    }

    private static Font font(final int style, final int size)
    {
        return new Font(Font.SANS_SERIF, style, size);
    }

    private static String svg(final Chart<?, ?> chart) throws IOException
    {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        VectorGraphicsEncoder.saveVectorGraphic(chart, bytes, VectorGraphicsFormat.SVG);
        // Letters are drawn as outlines, with digits that nobody sees.
        return FRACTION.matcher(bytes.toString(StandardCharsets.UTF_8)).replaceAll("$1").replaceAll("clip\\d+", "plot");
    }
}

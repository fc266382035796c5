package io.skim.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScreenTest
{
    /** A letter with a mark, kana with one, Korean of parts and whole, a mark around a digit, pictures old and new, and none. */
    @ParameterizedTest
    @CsvSource({"abc,3", "e\u0301,1", "\u0438\u0306,1", "\u304B\u3099,2", "\u1112\u1161\u11AB,2", "\uD55C,2",
        "1\u20DD,1",
        "\u8A02\u55AE,4", "\uFF21,2", "\uFF71,1", "\u2705,2", "\u274C,2", "\u2714,1", "\u26A1,2", "\uD83D\uDE00,2",
        "\uD83D\uDD6F,1", "\uD83C\uDC04,2", "\u2192,1", "\u0E01\u0E31,1", "\uD840\uDC0B,2", "\u303F,1",
        "\u2603\uFE0F,1"})
    void charactersTakeTheColumnsThatATerminalGivesThem(final String text, final int columns)
    {
        assertEquals(columns, Screen.columns(text));
        assertEquals(columns + 3, Screen.columns(Screen.pad(text, columns + 3)));
    }

    @Test
    void columnsStandBelowEachOther()
    {
        final TextTable table = new TextTable(Screen.GREATEST);
        table.addFirst(java.util.List.of(java.util.List.of("topic", "frames"), java.util.List.of("\u304B\u3099", "1"),
            java.util.List
                .of("\u2705ok", "2")),
            1);
        assertEquals("topic  frames\n\u304B\u3099          1\n\u2705ok        2\n", table.toString());
    }
}

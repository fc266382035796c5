package io.skim.store.capture;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Units of pcapng files.
 */
class PacketClockTest
{
    @ParameterizedTest
    @CsvSource({"6, 0, 1234567, 1234567", "9, 0, 1234567999, 1234567", "3, 0, 1500, 1500000", "0, 5, 7, 12000000",
        "128, 0, 3, 3000000", "129, 0, 3, 1500000", "160, 0, 6442450944, 1500000",
        "191, 0, 4611686018427387904, 500000",
        "192, 0, 5, 0", "255, 0, -1, 0", "127, 0, -1, 0", "9, -1, 1000000000, 0"})
    void areConverted(final int resolution, final long offset, final long units, final long micros)
    {
        assertEquals(micros, new PacketClock(resolution, offset).micros(units));
    }
}

package io.skim.scan.spi;

/** The type of a loop that factories make copies of. */
abstract class StressLoop
{
}

package io.skim.scan.spi;

/** A loop to make copies of. It has no state, and its class file has its simple name, as a {@link LoopFactory} needs it. */
final class CopiedLoop extends StressLoop
{
    /** For the factory, which makes the copies by it. */
    CopiedLoop()
    {
    }
}

package io.skim.gateway.metrics;

/** An action other than to pass a frame on. The names are stable: they are values of labels. */
public enum FrameAction
{
    /** Its bytes were changed. */
    EDITED,
    /** It was to be edited and went on unchanged, since the edit did not fit or its signature forbade it. */
    UNCHANGED,
    /** A copy went to another cluster. */
    MIRRORED,
    /** It was held back for a time. */
    DELAYED,
    /** It was dropped. */
    DROPPED,
    /** It was a response, and its client got an error in place of it. */
    REPLACED;

    private final String label = LabelText.of(this);

    /** {@return the spelling in metrics, log lines and the status: the name in lower case} */
    public String label()
    {
        return label;
    }
}

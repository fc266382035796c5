package io.skim.handlers.route;

/**
 * The kind of thing that a field of a request names.
 */
public enum ResourceKind
{
    /** A topic; one that begins with {@code %RETRY%} or {@code %DLQ%} belongs to the group named after that. */
    TOPIC,
    /** A group of consumers or producers. */
    GROUP,
    /** A namespace, of clients that send it apart ({@code ns}) and not before each name. */
    NAMESPACE
}

/**
 * Decides about messages by their headers, and changes the headers, without decoding them.
 * <ul>
 * <li>Select: a {@link io.skim.handlers.select.Selector} is an expression in SQL92, tags or JMS.</li>
 * <li>Route: a {@link io.skim.handlers.route.Router} gives the target of the first rule that selects a message; a {@link
 * io.skim.handlers.route.RequestGate} admits requests by their codes.</li>
 * <li>Rewrite: a {@link io.skim.handlers.patch.RemotingRewriter} or {@link io.skim.handlers.patch.AmqpRewriter} applies a list of
 * edits; a {@link io.skim.handlers.route.NameRewriter} maps topics and groups.</li>
 * </ul>
 */
module io.skim.handlers
{
    requires transitive io.skim.scanner;
    requires static org.jspecify;

    exports io.skim.handlers.patch;
    exports io.skim.handlers.route;
    exports io.skim.handlers.select;
}

package io.skim.gateway.rules;

import io.skim.gateway.config.GatewayConfig.Lane;
import io.skim.gateway.config.GatewayConfig.LaneBy;
import io.skim.handlers.select.Selector;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Rewrites subscriptions so that consumers of a lane get its messages, and base consumers the rest. The result is in SQL92: brokers
 * must have {@code enablePropertyFilter} switched on. Allocates; subscriptions are told in heartbeats, not with each message.
 * <p>
 * A message of a lane has the lane's property, and for each consumer group of the lane that reads its queue a property of that group,
 * {@link #mark}. Whether the group reads it is decided once, when it is sent. So a message goes either to the group's consumers in
 * the lane or to those of the base, whenever they read it.
 */
public final class LaneSubscription
{
    private static final String ALL = "*";
    private static final String SQL = "SQL92";
    private static final String NOTHING = "TAGS IS NULL AND TAGS IS NOT NULL";

    private LaneSubscription()
    {
    }

    /**
     * The property that marks a message for a consumer group of a lane.
     *
     * @param lane  whose property it begins with.
     * @param group as the broker knows it, without the lane's suffix.
     * @return a name that SQL92 takes: {@code $} and two digits in hexadecimal stand for each character that it does not.
     */
    public static String mark(final Lane lane, final String group)
    {
        final StringBuilder name = new StringBuilder(lane.property()).append('_');
        group.chars().forEach(letter -> {
            if (letter < 0x80 && (Character.isLetterOrDigit(letter) || letter == '_'))
            {
                name.append((char)letter);
            }
            else
            {
                name.append(String.format(Locale.ROOT, "$%02x", letter));
            }
        });
        return name.toString();
    }

    /**
     * The subscription of a consumer in a lane: the messages of the lane that its own subscription selects. Without fallback these
     * are all of them, with it those that are marked for the group.
     *
     * @param lane       of the consumer.
     * @param group      of the consumer as the broker knows it, without the lane's suffix.
     * @param type       of its subscription: {@code TAG} or {@code SQL92}; null is {@code TAG}.
     * @param expression its subscription; null or {@code *} for everything.
     * @return an expression in SQL92.
     * @throws IllegalArgumentException if the subscription does not compile.
     */
    public static String ofLane(final Lane lane, final String group, final @Nullable String type,
        final @Nullable String expression)
    {
        final String property = lane.fallback() ? mark(lane, group) : lane.property();
        return and(property + " IS NOT NULL AND " + property + " = " + quoted(lane.name()), type, expression);
    }

    /**
     * The subscription of a consumer in no lane: the messages that are not marked for its group, without those of lanes that do not
     * fall back.
     *
     * @param lanes      all lanes.
     * @param group      of the consumer, as the broker knows it.
     * @param type       of its subscription: {@code TAG} or {@code SQL92}; null is {@code TAG}.
     * @param expression its subscription; null or {@code *} for everything.
     * @return an expression in SQL92; null if the subscription may stay as it is, since no lane marks messages.
     * @throws IllegalArgumentException if the subscription does not compile.
     */
    public static @Nullable String ofBase(final Collection<Lane> lanes, final String group, final @Nullable String type,
        final @Nullable String expression)
    {
        final List<Lane> marking = lanes.stream().filter(lane -> lane.by() == LaneBy.PROPERTY).toList();
        final List<String> conditions = new ArrayList<>();
        marking.stream().filter(Lane::fallback).map(lane -> mark(lane, group)).distinct().forEach(mark -> conditions
            .add(mark + " IS NULL"));
        final List<Lane> closed = marking.stream().filter(lane -> !lane.fallback()).toList();
        closed.stream().map(Lane::property).distinct()
            .forEach(property -> conditions.add("(" + property + " IS NULL OR "
                + property + " NOT IN (" + String.join(", ", closed.stream().filter(lane -> lane.property().equals(
                    property)).map(lane -> quoted(lane.name())).toList())
                + "))"));
        return conditions.isEmpty() ? null : and(String.join(" AND ", conditions), type, expression);
    }

    private static String and(final String condition, final @Nullable String type, final @Nullable String expression)
    {
        if (SQL.equals(type))
        {
            return condition + " AND (" + enclosed(expression == null ? "" : expression) + ")";
        }
        if (type != null && !type.isEmpty() && !"TAG".equals(type))
        {
            throw new IllegalArgumentException("subscriptions of the type " + type + " are not known");
        }
        // As FilterAPI.buildSubscriptionData.
        if (expression == null || expression.isEmpty() || ALL.equals(expression))
        {
            return condition;
        }
        final List<String> tags = Arrays.stream(expression.split("\\|\\|")).map(String::trim).filter(tag -> !tag
            .isEmpty()).map(LaneSubscription::quoted).toList();
        return condition + " AND (" + (tags.isEmpty() ? NOTHING : "TAGS IS NOT NULL AND TAGS IN (" + String.join(", ",
            tags) + ")") + ")";
    }

    /**
     * An expression that means the same in parentheses. Brokers take no notice of what stands behind an expression, also of a
     * parenthesis that closes too many.
     */
    private static String enclosed(final String expression)
    {
        int open = 0;
        boolean literal = false;
        for (int i = 0; i < expression.length(); i++)
        {
            final char letter = expression.charAt(i);
            literal ^= letter == '\'';
            open += literal ? 0 : letter == '(' ? 1 : letter == ')' ? -1 : 0;
            if (open < 0 || !literal && (expression.startsWith("--", i) || expression.startsWith("/*", i)))
            {
                throw new IllegalArgumentException("the expression has a comment, or closes a parenthesis too many");
            }
        }
        if (open != 0 || literal)
        {
            throw new IllegalArgumentException("the expression does not close what it opens");
        }
        Selector.sql("(" + expression + ")");
        return expression;
    }

    private static String quoted(final String text)
    {
        return "'" + text.replace("'", "''") + "'";
    }
}

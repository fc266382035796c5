package io.skim.gateway.config;

import io.skim.gateway.config.GatewayConfig.Edit;
import io.skim.gateway.config.GatewayConfig.Operation;
import io.skim.gateway.config.GatewayConfig.Place;
import io.skim.gateway.config.GatewayConfig.Trace;
import io.skim.handlers.patch.AmqpEdits;
import io.skim.handlers.patch.FreshValue;
import io.skim.handlers.patch.RemotingEdits;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.nodes.Node;

/** Reads the edits of one rule, in the order in which they are made. */
final class RuleEdits
{
    private static final List<String> HOLDERS = List.of("properties", "i");
    private static final List<Operation> ORDER =
        List.of(Operation.REMOVE, Operation.RENAME, Operation.SET, Operation.ADD);

    private final YamlFile file;
    private final List<Edit> edits = new ArrayList<>();

    RuleEdits(final YamlFile file)
    {
        this.file = file;
    }

    List<Edit> of(final Value rule)
    {
        for (final Operation operation : ORDER)
        {
            final Value value = rule.at(operation.name().toLowerCase(Locale.ROOT));
            if (value != null)
            {
                read(operation, Place.FIELD, value.at("fields"));
                read(operation, Place.PROPERTY, value.at("properties"));
                read(operation, Place.ANNOTATION, value.at("annotations"));
            }
        }
        if (rule.has(ConfigLoader.TRACE))
        {
            edits.add(Trace.EDIT);
        }
        return List.copyOf(edits);
    }

    private void read(final Operation operation, final Place place, final @Nullable Value value)
    {
        if (value == null)
        {
            return;
        }
        for (final Value item : value.items())
        {
            add(new Edit(operation, place, item.text(), null), item.node());
        }
        value.entries().forEach((name, other) -> {
            final Edit edit = read(operation, place, name, other);
            if (edit != null)
            {
                add(edit, other.node());
            }
        });
    }

    /** An edit with a value or a new name; null if the value is refused. */
    private @Nullable Edit read(final Operation operation, final Place place, final String name, final Value value)
    {
        if (operation == Operation.RENAME)
        {
            return new Edit(operation, place, name, value.text());
        }
        try
        {
            final ValueTemplate template = ValueTemplate.of(value.text());
            return template.isConstant() ? new Edit(operation, place, name, template.withoutValues())
                : new Edit(operation, place, name, null, template);
        }
        catch (final IllegalArgumentException e)
        {
            file.problem(value.node(), ConfigLoader.why(e));
            return null;
        }
    }

    /** Adds an edit if it can be made. */
    private void add(final Edit edit, final Node node)
    {
        if (edit.place() == Place.FIELD
            && (HOLDERS.contains(edit.name()) || edit.operation() == Operation.RENAME && HOLDERS
                .contains(edit.value())))
        {
            file.problem(node, "the fields " + HOLDERS + " hold the message properties; edit them under 'properties'");
            return;
        }
        try
        {
            edit.applyTo(RemotingEdits.builder(), RuleEdits::example);
            edit.applyTo(AmqpEdits.builder(), RuleEdits::example);
            edits.add(edit);
        }
        catch (final IllegalArgumentException e)
        {
            file.problem(node, ConfigLoader.why(e));
        }
    }

    /** A value as an edit that has another one for each frame may have it. */
    private static FreshValue example(final Edit edit)
    {
        final FreshValue example = new FreshValue();
        example.set(edit.template() == null ? ValueTemplate.NONE : edit.template().withoutValues());
        return example;
    }
}

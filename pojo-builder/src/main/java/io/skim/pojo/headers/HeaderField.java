package io.skim.pojo.headers;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One field of a {@link HeaderType}.
 *
 * @param index        in the class, from 0; the same in all types of one class.
 * @param name         of the accessors.
 * @param key          on the wire; differs from the name in a second type of the class.
 * @param type         of the value.
 * @param always       whether it is always written: a primitive in the reference. All others are null, and not written, while
 *                     they are unset.
 * @param required     whether the reference marks it as required; if it is missing, the reference logs that and continues.
 * @param alias        the meaning of the key, or null.
 * @param declaredIn   the base class that declares it in the reference, or null.
 * @param resource     the kind of resource that an access control list protects by it (TOPIC, GROUP, CLUSTER), or null.
 * @param since        the first release that has it, if later than the header's own; else null.
 * @param defaultValue of a new header in words, if it is not null, 0 or false; else null.
 * @param choices      the values that the reference accepts, {@code 1..} for all numbers from 1 on; empty if it accepts all.
 */
public record HeaderField(int index, String name, String key, FieldType type, boolean always, boolean required,
    @Nullable String alias, @Nullable String declaredIn, @Nullable String resource, @Nullable String since,
    @Nullable String defaultValue, List<String> choices)
{
}

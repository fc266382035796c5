package io.skim.pojo.headers;

import java.util.List;

/**
 * One field of a {@link HeaderType}.
 *
 * @param index        its place in the class, from 0; the same in all types of one class.
 * @param name         of the accessors.
 * @param key          on the wire; differs from the name where a type spells the fields of another.
 * @param type         of the value.
 * @param always       whether it is written in any case: a primitive in the reference. All others are null, and not
 *                     written, while they are unset.
 * @param required     whether the reference marks it as required; it logs its absence and goes on.
 * @param alias        what the key stands for, or null.
 * @param declaredIn   the base class that declares it in the reference, or null.
 * @param resource     what an access control list protects by it (TOPIC, GROUP, CLUSTER), or null.
 * @param since        the first release that has it, if later than the header's own; else null.
 * @param defaultValue of a new header in words, where that is not null, 0 or false; else null.
 * @param choices      the values without one of which the reference refuses the header, {@code 1..} for all numbers from
 *                     1 on; empty if there are none.
 */
public record HeaderField(int index, String name, String key, FieldType type, boolean always, boolean required,
    String alias, String declaredIn, String resource, String since, String defaultValue, List<String> choices)
{
}

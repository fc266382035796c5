/**
 * {@code skim scrub}: a capture that can be given away.
 * <p>
 * Every text is cut at what is neither letter nor digit, and each piece gives way to a pseudonym of the same length and the same
 * kinds of characters: {@code order_D64615} becomes perhaps {@code qzmwe_K08831}, in every place where it stands. Pseudonyms are
 * keyed permutations (in the manner of NIST SP 800-38G, with HMAC-SHA-256): two texts never get the same one, and without the key
 * nobody can tell what they stood for. Bodies give way to letters.
 */
@NullMarked
package io.skim.command.scrub;

import org.jspecify.annotations.NullMarked;

/**
 * Users' own records, filled from remoting headers by name.
 * <p>
 * {@link io.skim.pojo.bind.RecordBinding} looks at a record once; {@link io.skim.pojo.bind.RecordReader} fills one from
 * each frame, without reflection and without a map, or tells which component failed, and where.
 */
package io.skim.pojo.bind;

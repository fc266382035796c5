/**
 * Scans AMQP 1.0: values, messages and frames. Who wants no callbacks pulls values with a reader, or takes all of a message at
 * once in a row.
 */
package io.skim.scan.amqp;

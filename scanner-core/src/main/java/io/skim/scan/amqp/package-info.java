/**
 * Scans AMQP 1.0: values, messages and frames.
 */
package io.skim.scan.amqp;

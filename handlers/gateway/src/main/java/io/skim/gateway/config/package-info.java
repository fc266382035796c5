/**
 * The gateway's file: its model, the check of the whole file with line and column, and the schema for editors.
 * <p>
 * {@link io.skim.gateway.config.GatewayConfig} is the model. A file is accepted as a whole or refused as a whole, with all its
 * problems.
 */
@NullMarked
package io.skim.gateway.config;

import org.jspecify.annotations.NullMarked;

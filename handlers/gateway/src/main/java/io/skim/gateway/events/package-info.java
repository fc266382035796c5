/**
 * Events of a gateway for JDK Flight Recorder.
 */
@NullMarked
package io.skim.gateway.events;

import org.jspecify.annotations.NullMarked;

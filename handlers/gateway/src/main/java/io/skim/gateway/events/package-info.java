/**
 * Events of a gateway for JDK Flight Recorder.
 */
package io.skim.gateway.events;

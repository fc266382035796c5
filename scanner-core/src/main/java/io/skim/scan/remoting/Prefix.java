package io.skim.scan.remoting;

import io.skim.scan.Fault;
import io.skim.scan.Limits;
import io.skim.scan.Reason;

/**
 * Judges a frame's length prefix, and knows other protocols by it: their first four bytes are absurd as a length, since
 * a legal frame begins with a zero byte.
 *
 * @see "NettyDecoder, release 5.5.1: an unsigned length, the limit includes the prefix"
 */
final class Prefix
{
    static final int LEAST = 4;

    private Prefix()
    {
    }

    /**
     * The reason to refuse a length.
     *
     * @param frameLength the prefix, unsigned.
     * @return null if it may stand.
     */
    static Reason check(final long frameLength, final Limits limits)
    {
        if (frameLength < LEAST)
        {
            return Reason.FRAME_TOO_SHORT;
        }
        if (frameLength <= limits.maxFrameLength() - Integer.BYTES)
        {
            return null;
        }
        final Reason protocol = protocol((int)frameLength);
        return protocol != null ? protocol : Reason.FRAME_TOO_LONG;
    }

    /** Sets a fault for a reason that {@link #check} gave; gives {@code -1}. */
    static int fault(final Fault fault, final long offset, final Reason reason, final long frameLength,
        final Limits limits)
    {
        switch (reason)
        {
            case FRAME_TOO_SHORT:
                return fault.at(offset, reason, frameLength, LEAST);
            case FRAME_TOO_LONG:
                return fault.at(offset, reason, frameLength + Integer.BYTES, limits.maxFrameLength());
            default:
                return fault.at(offset, reason, frameLength, limits.maxFrameLength());
        }
    }

    private static Reason protocol(final int first)
    {
        if (first >>> 8 >= 0x16_0300 && first >>> 8 <= 0x16_0304)
        {
            return Reason.PROTOCOL_TLS;
        }
        switch (first)
        {
            case 0x5052_4920: // "PRI "
                return Reason.PROTOCOL_HTTP2;
            case 0x5052_4F58: // "PROX"
            case 0x0D0A_0D0A:
                return Reason.PROTOCOL_PROXY;
            case 0x414D_5150: // "AMQP"
                return Reason.PROTOCOL_AMQP;
            case 0x5353_482D: // "SSH-"
                return Reason.PROTOCOL_SSH;
            case 0x4745_5420: // "GET "
            case 0x504F_5354: // "POST"
            case 0x5055_5420: // "PUT "
            case 0x4845_4144: // "HEAD"
            case 0x4445_4C45: // "DELE"
            case 0x4F50_5449: // "OPTI"
            case 0x5041_5443: // "PATC"
            case 0x434F_4E4E: // "CONN"
            case 0x5452_4143: // "TRAC"
            case 0x4854_5450: // "HTTP"
                return Reason.PROTOCOL_HTTP;
            case 0x0A0D_0D0A:
            case 0xA1B2_C3D4:
            case 0xD4C3_B2A1:
            case 0xA1B2_3C4D:
            case 0x4D3C_B2A1:
                return Reason.PROTOCOL_CAPTURE_FILE;
            default:
                return null;
        }
    }
}

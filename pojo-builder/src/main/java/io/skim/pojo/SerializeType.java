package io.skim.pojo;

/**
 * How a header is encoded, in the words of RocketMQ. The ordinal is the code in the frame's fifth byte.
 *
 * @see "SerializeType, release 5.5.1"
 */
public enum SerializeType
{
    /** 0: a JSON object. */
    JSON,
    /** 1: the binary header. */
    ROCKETMQ
}

package io.skim.scan.remoting;

import org.jspecify.annotations.Nullable;

/**
 * The codes of RocketMQ's responses, by the names of its own {@code ResponseCode}. A frame may have any other code.
 * <p>
 * 209 to 211 told of failed changes of access control in release 4.9, which are not listed here.
 *
 * @see "ResponseCode and RemotingSysResponseCode, releases 4.9.8 to 5.5.1"
 */
public enum ResponseCode
{
    /** -1006. Of a client's own, never sent. New in release 5. */
    RPC_TIME_OUT(-1006),
    /** -1004. Of a client's own, never sent. New in release 5. */
    RPC_SEND_TO_CHANNEL_FAILED(-1004),
    /** -1002. Of a client's own, never sent. New in release 5. */
    RPC_ADDR_IS_NULL(-1002),
    /** -1000. Of a client's own, never sent. New in release 5. */
    RPC_UNKNOWN(-1000),
    /** 0. */
    SUCCESS(0),
    /** 1. Also what an answer has that no code was set for. */
    SYSTEM_ERROR(1),
    /** 2. */
    SYSTEM_BUSY(2),
    /** 3. */
    REQUEST_CODE_NOT_SUPPORTED(3),
    /** 4. */
    TRANSACTION_FAILED(4),
    /** 10. */
    FLUSH_DISK_TIMEOUT(10),
    /** 11. */
    SLAVE_NOT_AVAILABLE(11),
    /** 12. */
    FLUSH_SLAVE_TIMEOUT(12),
    /** 13. */
    MESSAGE_ILLEGAL(13),
    /** 14. */
    SERVICE_NOT_AVAILABLE(14),
    /** 15. */
    VERSION_NOT_SUPPORTED(15),
    /** 16. */
    NO_PERMISSION(16),
    /** 17. */
    TOPIC_NOT_EXIST(17),
    /** 18. */
    TOPIC_EXIST_ALREADY(18),
    /** 19. */
    PULL_NOT_FOUND(19),
    /** 20. */
    PULL_RETRY_IMMEDIATELY(20),
    /** 21. */
    PULL_OFFSET_MOVED(21),
    /** 22. */
    QUERY_NOT_FOUND(22),
    /** 23. */
    SUBSCRIPTION_PARSE_FAILED(23),
    /** 24. */
    SUBSCRIPTION_NOT_EXIST(24),
    /** 25. */
    SUBSCRIPTION_NOT_LATEST(25),
    /** 26. */
    SUBSCRIPTION_GROUP_NOT_EXIST(26),
    /** 27. */
    FILTER_DATA_NOT_EXIST(27),
    /** 28. */
    FILTER_DATA_NOT_LATEST(28),
    /** 29. New in release 5. */
    INVALID_PARAMETER(29),
    /** 200. */
    TRANSACTION_SHOULD_COMMIT(200),
    /** 201. */
    TRANSACTION_SHOULD_ROLLBACK(201),
    /** 202. */
    TRANSACTION_STATE_UNKNOW(202),
    /** 203. */
    TRANSACTION_STATE_GROUP_WRONG(203),
    /** 204. */
    NO_BUYER_ID(204),
    /** 205. */
    NOT_IN_CURRENT_UNIT(205),
    /** 206. */
    CONSUMER_NOT_ONLINE(206),
    /** 207. */
    CONSUME_MSG_TIMEOUT(207),
    /** 208. */
    NO_MESSAGE(208),
    /** 209. New in release 5. */
    POLLING_FULL(209),
    /** 210. New in release 5. */
    POLLING_TIMEOUT(210),
    /** 211. New in release 5. */
    BROKER_NOT_EXIST(211),
    /** 212. New in release 5. */
    BROKER_DISPATCH_NOT_COMPLETE(212),
    /** 213. New in release 5. */
    BROADCAST_CONSUMPTION(213),
    /** 215. */
    FLOW_CONTROL(215),
    /** 501. New in release 5. */
    NOT_LEADER_FOR_QUEUE(501),
    /** 604. New in release 5. */
    ILLEGAL_OPERATION(604),
    /** 1500. Sent to requesters of release 5.3.1 and newer alone. New in release 5. */
    GO_AWAY(1500),
    /** 2000. New in release 5. */
    CONTROLLER_FENCED_MASTER_EPOCH(2000),
    /** 2001. New in release 5. */
    CONTROLLER_FENCED_SYNC_STATE_SET_EPOCH(2001),
    /** 2002. New in release 5. */
    CONTROLLER_INVALID_MASTER(2002),
    /** 2003. New in release 5. */
    CONTROLLER_INVALID_REPLICAS(2003),
    /** 2004. New in release 5. */
    CONTROLLER_MASTER_NOT_AVAILABLE(2004),
    /** 2005. New in release 5. */
    CONTROLLER_INVALID_REQUEST(2005),
    /** 2006. New in release 5. */
    CONTROLLER_BROKER_NOT_ALIVE(2006),
    /** 2007. New in release 5. */
    CONTROLLER_NOT_LEADER(2007),
    /** 2008. New in release 5. */
    CONTROLLER_BROKER_METADATA_NOT_EXIST(2008),
    /** 2009. New in release 5. */
    CONTROLLER_INVALID_CLEAN_BROKER_METADATA(2009),
    /** 2010. New in release 5. */
    CONTROLLER_BROKER_NEED_TO_BE_REGISTERED(2010),
    /** 2011. New in release 5. */
    CONTROLLER_MASTER_STILL_EXIST(2011),
    /** 2012. New in release 5. */
    CONTROLLER_ELECT_MASTER_FAILED(2012),
    /** 2013. New in release 5. */
    CONTROLLER_ALTER_SYNC_STATE_SET_FAILED(2013),
    /** 2014. New in release 5. */
    CONTROLLER_BROKER_ID_INVALID(2014),
    /** 2015. New in release 5. */
    CONTROLLER_JRAFT_INTERNAL_ERROR(2015),
    /** 2016. New in release 5. */
    CONTROLLER_BROKER_LIVE_INFO_NOT_EXISTS(2016),
    /** 2017. Newer than release 5.3.3. */
    LMQ_QUOTA_EXCEEDED(2017),
    /** 2018. Newer than release 5.3.3. */
    LITE_SUBSCRIPTION_QUOTA_EXCEEDED(2018),
    /** 3001. New in release 5. */
    USER_NOT_EXIST(3001),
    /** 3002. New in release 5. */
    POLICY_NOT_EXIST(3002);

    private static final SortedCodes<ResponseCode> BY_CODE = new SortedCodes<>(values(), ResponseCode::code);

    private final int code;

    ResponseCode(final int code)
    {
        this.code = code;
    }

    /**
     * The number in the header's field {@code code}.
     *
     * @return the number.
     */
    public int code()
    {
        return code;
    }

    /**
     * The response of a code. Allocates nothing.
     *
     * @param code as in a header.
     * @return the response; null if RocketMQ has none of that code.
     */
    public static @Nullable ResponseCode of(final int code)
    {
        return BY_CODE.find(code);
    }
}

package io.skim.scan.remoting;

import org.jspecify.annotations.Nullable;

/**
 * The codes of RocketMQ's requests, by the names of its own {@code RequestCode}. A frame may have any other code: numbers
 * are what scanners show and gates take.
 * <p>
 * Codes above 32,767 do not fit into a binary header, which keeps their lower 16 bits: {@link #POP_MESSAGE} goes out as
 * 3442, and brokers do not know it then.
 *
 * @see "RequestCode, releases 4.9.8 to 5.5.1"
 */
public enum RequestCode
{
    /** 10. {@code SendMessageRequestHeader}. */
    SEND_MESSAGE(10),
    /** 11. {@code PullMessageRequestHeader}. The body of the answer holds stored records. */
    PULL_MESSAGE(11),
    /** 12. {@code QueryMessageRequestHeader}. */
    QUERY_MESSAGE(12),
    /** 13. */
    QUERY_BROKER_OFFSET(13),
    /** 14. {@code QueryConsumerOffsetRequestHeader}. */
    QUERY_CONSUMER_OFFSET(14),
    /** 15. {@code UpdateConsumerOffsetRequestHeader}. */
    UPDATE_CONSUMER_OFFSET(15),
    /** 17. {@code CreateTopicRequestHeader}. */
    UPDATE_AND_CREATE_TOPIC(17),
    /** 18. {@code CreateTopicListRequestHeader}. New in release 5. */
    UPDATE_AND_CREATE_TOPIC_LIST(18),
    /** 21. {@code GetAllTopicConfigRequestHeader}. */
    GET_ALL_TOPIC_CONFIG(21),
    /** 22. */
    GET_TOPIC_CONFIG_LIST(22),
    /** 23. */
    GET_TOPIC_NAME_LIST(23),
    /** 25. */
    UPDATE_BROKER_CONFIG(25),
    /** 26. */
    GET_BROKER_CONFIG(26),
    /** 27. */
    TRIGGER_DELETE_FILES(27),
    /** 28. */
    GET_BROKER_RUNTIME_INFO(28),
    /** 29. {@code SearchOffsetRequestHeader}. */
    SEARCH_OFFSET_BY_TIMESTAMP(29),
    /** 30. {@code GetMaxOffsetRequestHeader}. */
    GET_MAX_OFFSET(30),
    /** 31. {@code GetMinOffsetRequestHeader}. */
    GET_MIN_OFFSET(31),
    /** 32. {@code GetEarliestMsgStoretimeRequestHeader}. */
    GET_EARLIEST_MSG_STORETIME(32),
    /** 33. {@code ViewMessageRequestHeader}. The body of the answer is one stored record. */
    VIEW_MESSAGE_BY_ID(33),
    /** 34. {@code HeartbeatRequestHeader}. The body is JSON. */
    HEART_BEAT(34),
    /** 35. {@code UnregisterClientRequestHeader}. */
    UNREGISTER_CLIENT(35),
    /** 36. {@code ConsumerSendMsgBackRequestHeader}. */
    CONSUMER_SEND_MSG_BACK(36),
    /** 37. {@code EndTransactionRequestHeader}. */
    END_TRANSACTION(37),
    /** 38. {@code GetConsumerListByGroupRequestHeader}. */
    GET_CONSUMER_LIST_BY_GROUP(38),
    /** 39. {@code CheckTransactionStateRequestHeader}. From the broker to a client; the body is a stored record. */
    CHECK_TRANSACTION_STATE(39),
    /** 40. {@code NotifyConsumerIdsChangedRequestHeader}. From the broker to a client, one-way. */
    NOTIFY_CONSUMER_IDS_CHANGED(40),
    /** 41. {@code LockBatchMqRequestHeader}. The body is JSON. */
    LOCK_BATCH_MQ(41),
    /** 42. {@code UnlockBatchMqRequestHeader}. The body is JSON. */
    UNLOCK_BATCH_MQ(42),
    /** 43. */
    GET_ALL_CONSUMER_OFFSET(43),
    /** 45. */
    GET_ALL_DELAY_OFFSET(45),
    /** 46. */
    CHECK_CLIENT_CONFIG(46),
    /** 47. New in release 5. */
    GET_CLIENT_CONFIG(47),
    /** 50. {@code CreateAccessConfigRequestHeader}. Gone since release 5. */
    UPDATE_AND_CREATE_ACL_CONFIG(50),
    /** 51. {@code DeleteAccessConfigRequestHeader}. Gone since release 5. */
    DELETE_ACL_CONFIG(51),
    /** 52. Gone since release 5. */
    GET_BROKER_CLUSTER_ACL_INFO(52),
    /** 53. {@code UpdateGlobalWhiteAddrsConfigRequestHeader}. Gone since release 5. */
    UPDATE_GLOBAL_WHITE_ADDRS_CONFIG(53),
    /** 60. New in release 5. */
    GET_TIMER_CHECK_POINT(60),
    /** 61. New in release 5. */
    GET_TIMER_METRICS(61),
    /** 100. {@code PutKVConfigRequestHeader}. */
    PUT_KV_CONFIG(100),
    /** 101. {@code GetKVConfigRequestHeader}. */
    GET_KV_CONFIG(101),
    /** 102. {@code DeleteKVConfigRequestHeader}. */
    DELETE_KV_CONFIG(102),
    /** 103. {@code RegisterBrokerRequestHeader}. */
    REGISTER_BROKER(103),
    /** 104. {@code UnRegisterBrokerRequestHeader}. */
    UNREGISTER_BROKER(104),
    /** 105. {@code GetRouteInfoRequestHeader}. */
    GET_ROUTEINFO_BY_TOPIC(105),
    /** 106. */
    GET_BROKER_CLUSTER_INFO(106),
    /** 200. */
    UPDATE_AND_CREATE_SUBSCRIPTIONGROUP(200),
    /** 201. {@code GetAllSubscriptionGroupRequestHeader}. */
    GET_ALL_SUBSCRIPTIONGROUP_CONFIG(201),
    /** 202. {@code GetTopicStatsInfoRequestHeader}. */
    GET_TOPIC_STATS_INFO(202),
    /** 203. {@code GetConsumerConnectionListRequestHeader}. */
    GET_CONSUMER_CONNECTION_LIST(203),
    /** 204. {@code GetProducerConnectionListRequestHeader}. */
    GET_PRODUCER_CONNECTION_LIST(204),
    /** 205. {@code WipeWritePermOfBrokerRequestHeader}. */
    WIPE_WRITE_PERM_OF_BROKER(205),
    /** 206. */
    GET_ALL_TOPIC_LIST_FROM_NAMESERVER(206),
    /** 207. {@code DeleteSubscriptionGroupRequestHeader}. */
    DELETE_SUBSCRIPTIONGROUP(207),
    /** 208. {@code GetConsumeStatsRequestHeader}. */
    GET_CONSUME_STATS(208),
    /** 209. */
    SUSPEND_CONSUMER(209),
    /** 210. */
    RESUME_CONSUMER(210),
    /** 211. */
    RESET_CONSUMER_OFFSET_IN_CONSUMER(211),
    /** 212. */
    RESET_CONSUMER_OFFSET_IN_BROKER(212),
    /** 213. */
    ADJUST_CONSUMER_THREAD_POOL(213),
    /** 214. */
    WHO_CONSUME_THE_MESSAGE(214),
    /** 215. {@code DeleteTopicRequestHeader}. */
    DELETE_TOPIC_IN_BROKER(215),
    /** 216. {@code DeleteTopicFromNamesrvRequestHeader}. */
    DELETE_TOPIC_IN_NAMESRV(216),
    /** 217. {@code RegisterTopicRequestHeader}. New in release 5. */
    REGISTER_TOPIC_IN_NAMESRV(217),
    /** 219. {@code GetKVListByNamespaceRequestHeader}. */
    GET_KVLIST_BY_NAMESPACE(219),
    /** 220. {@code ResetOffsetRequestHeader}. From the broker to a client. */
    RESET_CONSUMER_CLIENT_OFFSET(220),
    /** 221. {@code GetConsumerStatusRequestHeader}. From the broker to a client. */
    GET_CONSUMER_STATUS_FROM_CLIENT(221),
    /** 222. {@code ResetOffsetRequestHeader}. */
    INVOKE_BROKER_TO_RESET_OFFSET(222),
    /** 223. {@code GetConsumerStatusRequestHeader}. */
    INVOKE_BROKER_TO_GET_CONSUMER_STATUS(223),
    /** 224. {@code GetTopicsByClusterRequestHeader}. */
    GET_TOPICS_BY_CLUSTER(224),
    /** 225. New in release 5. */
    UPDATE_AND_CREATE_SUBSCRIPTIONGROUP_LIST(225),
    /** 300. {@code QueryTopicConsumeByWhoRequestHeader}. */
    QUERY_TOPIC_CONSUME_BY_WHO(300),
    /** 301. {@code RegisterFilterServerRequestHeader}. */
    REGISTER_FILTER_SERVER(301),
    /** 302. {@code RegisterMessageFilterClassRequestHeader}. */
    REGISTER_MESSAGE_FILTER_CLASS(302),
    /** 303. {@code QueryConsumeTimeSpanRequestHeader}. */
    QUERY_CONSUME_TIME_SPAN(303),
    /** 304. */
    GET_SYSTEM_TOPIC_LIST_FROM_NS(304),
    /** 305. */
    GET_SYSTEM_TOPIC_LIST_FROM_BROKER(305),
    /** 306. */
    CLEAN_EXPIRED_CONSUMEQUEUE(306),
    /** 307. {@code GetConsumerRunningInfoRequestHeader}. */
    GET_CONSUMER_RUNNING_INFO(307),
    /** 308. {@code QueryCorrectionOffsetHeader}. */
    QUERY_CORRECTION_OFFSET(308),
    /** 309. {@code ConsumeMessageDirectlyResultRequestHeader}. */
    CONSUME_MESSAGE_DIRECTLY(309),
    /** 310. {@code SendMessageRequestHeaderV2}. */
    SEND_MESSAGE_V2(310),
    /** 311. */
    GET_UNIT_TOPIC_LIST(311),
    /** 312. */
    GET_HAS_UNIT_SUB_TOPIC_LIST(312),
    /** 313. */
    GET_HAS_UNIT_SUB_UNUNIT_TOPIC_LIST(313),
    /** 314. {@code CloneGroupOffsetRequestHeader}. */
    CLONE_GROUP_OFFSET(314),
    /** 315. {@code ViewBrokerStatsDataRequestHeader}. */
    VIEW_BROKER_STATS_DATA(315),
    /** 316. */
    CLEAN_UNUSED_TOPIC(316),
    /** 317. {@code GetConsumeStatsInBrokerHeader}. */
    GET_BROKER_CONSUME_STATS(317),
    /** 318. */
    UPDATE_NAMESRV_CONFIG(318),
    /** 319. */
    GET_NAMESRV_CONFIG(319),
    /** 320. {@code SendMessageRequestHeaderV2}. The body is a batch, and the properties of its messages stand there. */
    SEND_BATCH_MESSAGE(320),
    /** 321. {@code QueryConsumeQueueRequestHeader}. */
    QUERY_CONSUME_QUEUE(321),
    /** 322. {@code QueryDataVersionRequestHeader}. */
    QUERY_DATA_VERSION(322),
    /** 323. {@code ResumeCheckHalfMessageRequestHeader}. */
    RESUME_CHECK_HALF_MESSAGE(323),
    /** 324. {@code SendMessageRequestHeader}. */
    SEND_REPLY_MESSAGE(324),
    /** 325. {@code SendMessageRequestHeaderV2}. */
    SEND_REPLY_MESSAGE_V2(325),
    /** 326. {@code ReplyMessageRequestHeader}. From the broker to a client. */
    PUSH_REPLY_MESSAGE_TO_CLIENT(326),
    /** 327. {@code AddWritePermOfBrokerRequestHeader}. */
    ADD_WRITE_PERM_OF_BROKER(327),
    /** 328. {@code GetAllProducerInfoRequestHeader}. */
    GET_ALL_PRODUCER_INFO(328),
    /** 329. */
    DELETE_EXPIRED_COMMITLOG(329),
    /** 343. {@code QueryTopicsByConsumerRequestHeader}. New in release 5. */
    QUERY_TOPICS_BY_CONSUMER(343),
    /** 345. {@code QuerySubscriptionByConsumerRequestHeader}. New in release 5. */
    QUERY_SUBSCRIPTION_BY_CONSUMER(345),
    /** 351. {@code GetTopicConfigRequestHeader}. New in release 5. */
    GET_TOPIC_CONFIG(351),
    /** 352. {@code GetSubscriptionGroupConfigRequestHeader}. New in release 5. */
    GET_SUBSCRIPTIONGROUP_CONFIG(352),
    /** 353. {@code UpdateGroupForbiddenRequestHeader}. New in release 5. */
    UPDATE_AND_GET_GROUP_FORBIDDEN(353),
    /** 354. {@code CheckRocksdbCqWriteProgressRequestHeader}. New in release 5. */
    CHECK_ROCKSDB_CQ_WRITE_PROGRESS(354),
    /** 355. {@code ExportRocksDBConfigToJsonRequestHeader}. New in release 5. */
    EXPORT_ROCKSDB_CONFIG_TO_JSON(355),
    /** 361. {@code PullMessageRequestHeader}. New in release 5. */
    LITE_PULL_MESSAGE(361),
    /** 370. {@code RecallMessageRequestHeader}. New in release 5. */
    RECALL_MESSAGE(370),
    /** 400. The body is JSON. New in release 5. */
    QUERY_ASSIGNMENT(400),
    /** 401. New in release 5. */
    SET_MESSAGE_REQUEST_MODE(401),
    /** 402. New in release 5. */
    GET_ALL_MESSAGE_REQUEST_MODE(402),
    /** 513. {@code CreateTopicRequestHeader}. New in release 5. */
    UPDATE_AND_CREATE_STATIC_TOPIC(513),
    /** 901. {@code GetBrokerMemberGroupRequestHeader}. New in release 5. */
    GET_BROKER_MEMBER_GROUP(901),
    /** 902. {@code AddBrokerRequestHeader}. New in release 5. */
    ADD_BROKER(902),
    /** 903. {@code RemoveBrokerRequestHeader}. New in release 5. */
    REMOVE_BROKER(903),
    /** 904. {@code BrokerHeartbeatRequestHeader}. New in release 5. */
    BROKER_HEARTBEAT(904),
    /** 905. {@code NotifyMinBrokerIdChangeRequestHeader}. From the name server to a broker, one-way. New in release 5. */
    NOTIFY_MIN_BROKER_ID_CHANGE(905),
    /** 906. {@code ExchangeHAInfoRequestHeader}. New in release 5. */
    EXCHANGE_BROKER_HA_INFO(906),
    /** 907. New in release 5. */
    GET_BROKER_HA_STATUS(907),
    /** 908. {@code ResetMasterFlushOffsetHeader}. New in release 5. */
    RESET_MASTER_FLUSH_OFFSET(908),
    /** 1001. {@code AlterSyncStateSetRequestHeader}. New in release 5. */
    CONTROLLER_ALTER_SYNC_STATE_SET(1001),
    /** 1002. {@code ElectMasterRequestHeader}. New in release 5. */
    CONTROLLER_ELECT_MASTER(1002),
    /** 1003. {@code RegisterBrokerToControllerRequestHeader}. New in release 5. */
    CONTROLLER_REGISTER_BROKER(1003),
    /** 1004. {@code GetReplicaInfoRequestHeader}. New in release 5. */
    CONTROLLER_GET_REPLICA_INFO(1004),
    /** 1005. New in release 5. */
    CONTROLLER_GET_METADATA_INFO(1005),
    /** 1006. New in release 5. */
    CONTROLLER_GET_SYNC_STATE_DATA(1006),
    /** 1007. New in release 5. */
    GET_BROKER_EPOCH_CACHE(1007),
    /** 1008. {@code NotifyBrokerRoleChangedRequestHeader}. From the controller to a broker, one-way. New in release 5. */
    NOTIFY_BROKER_ROLE_CHANGED(1008),
    /** 1009. New in release 5. */
    UPDATE_CONTROLLER_CONFIG(1009),
    /** 1010. New in release 5. */
    GET_CONTROLLER_CONFIG(1010),
    /** 1011. {@code CleanControllerBrokerDataRequestHeader}. New in release 5. */
    CLEAN_BROKER_DATA(1011),
    /** 1012. {@code GetNextBrokerIdRequestHeader}. New in release 5. */
    CONTROLLER_GET_NEXT_BROKER_ID(1012),
    /** 1013. {@code ApplyBrokerIdRequestHeader}. New in release 5. */
    CONTROLLER_APPLY_BROKER_ID(1013),
    /** 1014. New in release 5. */
    BROKER_CLOSE_CHANNEL_REQUEST(1014),
    /** 1015. New in release 5. */
    CHECK_NOT_ACTIVE_BROKER_REQUEST(1015),
    /** 1016. New in release 5. */
    GET_BROKER_LIVE_INFO_REQUEST(1016),
    /** 1017. New in release 5. */
    GET_SYNC_STATE_DATA_REQUEST(1017),
    /** 1018. New in release 5. */
    RAFT_BROKER_HEART_BEAT_EVENT_REQUEST(1018),
    /** 2001. New in release 5. */
    UPDATE_COLD_DATA_FLOW_CTR_CONFIG(2001),
    /** 2002. New in release 5. */
    REMOVE_COLD_DATA_FLOW_CTR_CONFIG(2002),
    /** 2003. New in release 5. */
    GET_COLD_DATA_FLOW_CTR_INFO(2003),
    /** 2004. New in release 5. */
    SET_COMMITLOG_READ_MODE(2004),
    /** 3001. {@code CreateUserRequestHeader}. New in release 5. */
    AUTH_CREATE_USER(3001),
    /** 3002. {@code UpdateUserRequestHeader}. New in release 5. */
    AUTH_UPDATE_USER(3002),
    /** 3003. {@code DeleteUserRequestHeader}. New in release 5. */
    AUTH_DELETE_USER(3003),
    /** 3004. {@code GetUserRequestHeader}. New in release 5. */
    AUTH_GET_USER(3004),
    /** 3005. {@code ListUsersRequestHeader}. New in release 5. */
    AUTH_LIST_USER(3005),
    /** 3006. {@code CreateAclRequestHeader}. New in release 5. */
    AUTH_CREATE_ACL(3006),
    /** 3007. {@code UpdateAclRequestHeader}. New in release 5. */
    AUTH_UPDATE_ACL(3007),
    /** 3008. {@code DeleteAclRequestHeader}. New in release 5. */
    AUTH_DELETE_ACL(3008),
    /** 3009. {@code GetAclRequestHeader}. New in release 5. */
    AUTH_GET_ACL(3009),
    /** 3010. {@code ListAclsRequestHeader}. New in release 5. */
    AUTH_LIST_ACL(3010),
    /** 5001. Newer than release 5.3.3. */
    SWITCH_TIMER_ENGINE(5001),
    /** 5002. Newer than release 5.3.3. */
    DELETE_TOPIC_IN_BROKER_LIST(5002),
    /** 5003. Newer than release 5.3.3. */
    DELETE_SUBSCRIPTION_GROUP_LIST(5003),
    /** 200050. {@code PopMessageRequestHeader}. New in release 5. */
    POP_MESSAGE(200050),
    /** 200051. {@code AckMessageRequestHeader}. New in release 5. */
    ACK_MESSAGE(200051),
    /** 200052. {@code PeekMessageRequestHeader}. New in release 5. */
    PEEK_MESSAGE(200052),
    /** 200053. {@code ChangeInvisibleTimeRequestHeader}. New in release 5. */
    CHANGE_MESSAGE_INVISIBLETIME(200053),
    /** 200054. {@code NotificationRequestHeader}. New in release 5. */
    NOTIFICATION(200054),
    /** 200055. {@code PollingInfoRequestHeader}. New in release 5. */
    POLLING_INFO(200055),
    /** 200056. New in release 5. */
    POP_ROLLBACK(200056),
    /** 200070. {@code PopLiteMessageRequestHeader}. Newer than release 5.3.3. */
    POP_LITE_MESSAGE(200070),
    /** 200071. {@code LiteSubscriptionCtlRequestHeader}. Newer than release 5.3.3. */
    LITE_SUBSCRIPTION_CTL(200071),
    /** 200072. Newer than release 5.3.3. */
    ACK_LITE_MESSAGE(200072),
    /** 200073. {@code NotifyUnsubscribeLiteRequestHeader}. Newer than release 5.3.3. */
    NOTIFY_UNSUBSCRIBE_LITE(200073),
    /** 200074. Newer than release 5.3.3. */
    GET_BROKER_LITE_INFO(200074),
    /** 200075. {@code GetParentTopicInfoRequestHeader}. Newer than release 5.3.3. */
    GET_PARENT_TOPIC_INFO(200075),
    /** 200076. {@code GetLiteTopicInfoRequestHeader}. Newer than release 5.3.3. */
    GET_LITE_TOPIC_INFO(200076),
    /** 200077. {@code GetLiteClientInfoRequestHeader}. Newer than release 5.3.3. */
    GET_LITE_CLIENT_INFO(200077),
    /** 200078. {@code GetLiteGroupInfoRequestHeader}. Newer than release 5.3.3. */
    GET_LITE_GROUP_INFO(200078),
    /** 200079. {@code TriggerLiteDispatchRequestHeader}. Newer than release 5.3.3. */
    TRIGGER_LITE_DISPATCH(200079),
    /** 200151. The body is JSON. New in release 5. */
    BATCH_ACK_MESSAGE(200151);

    private static final SortedCodes<RequestCode> BY_CODE = new SortedCodes<>(values(), RequestCode::code);

    private final int code;

    RequestCode(final int code)
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
     * Whether requests of a code spell the fields of a send with one letter each: {@code b} is the topic, {@code i} holds the
     * message properties. Only the code tells, for a field {@code b} of another request is no topic.
     *
     * @param code as in a header.
     * @return true for {@link #SEND_MESSAGE_V2}, {@link #SEND_BATCH_MESSAGE} and {@link #SEND_REPLY_MESSAGE_V2}.
     * @see "SendMessageRequestHeaderV2, release 5.5.1"
     */
    public static boolean hasShortNames(final int code)
    {
        // Numbers, for HotSpot loads an enum's field anew at each call.
        return code == 310 || code == 320 || code == 325;
    }

    /**
     * Whether requests of a code send messages, whose properties the header holds, or the body of a batch.
     *
     * @param code as in a header.
     * @return true for {@link #SEND_MESSAGE}, {@link #SEND_REPLY_MESSAGE} and those that {@link #hasShortNames have short names}.
     */
    public static boolean isSend(final int code)
    {
        return hasShortNames(code) || code == 10 || code == 324;
    }

    /**
     * The request of a code. Allocates nothing.
     *
     * @param code as in a header.
     * @return the request; null if RocketMQ has none of that code.
     */
    public static @Nullable RequestCode of(final int code)
    {
        return BY_CODE.find(code);
    }
}

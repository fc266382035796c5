-- RocketMQ remoting frames for Wireshark 4.0 and newer. Written by "skim dissector", version 0.1.0-SNAPSHOT.
-- Copy it to Wireshark's folder of personal Lua plugins (Help, About, Folders), or: tshark -X lua_script:rocketmq.lua
--
-- Filters: rocketmq.code_name == "SEND_MESSAGE_V2", rocketmq.header.topic == "Orders", rocketmq.time > 0.1, ...

-- The codes and headers of release 5.5.1.
local REQUEST_CODES = {
    [10] = "SEND_MESSAGE",
    [11] = "PULL_MESSAGE",
    [12] = "QUERY_MESSAGE",
    [13] = "QUERY_BROKER_OFFSET",
    [14] = "QUERY_CONSUMER_OFFSET",
    [15] = "UPDATE_CONSUMER_OFFSET",
    [17] = "UPDATE_AND_CREATE_TOPIC",
    [18] = "UPDATE_AND_CREATE_TOPIC_LIST",
    [21] = "GET_ALL_TOPIC_CONFIG",
    [22] = "GET_TOPIC_CONFIG_LIST",
    [23] = "GET_TOPIC_NAME_LIST",
    [25] = "UPDATE_BROKER_CONFIG",
    [26] = "GET_BROKER_CONFIG",
    [27] = "TRIGGER_DELETE_FILES",
    [28] = "GET_BROKER_RUNTIME_INFO",
    [29] = "SEARCH_OFFSET_BY_TIMESTAMP",
    [30] = "GET_MAX_OFFSET",
    [31] = "GET_MIN_OFFSET",
    [32] = "GET_EARLIEST_MSG_STORETIME",
    [33] = "VIEW_MESSAGE_BY_ID",
    [34] = "HEART_BEAT",
    [35] = "UNREGISTER_CLIENT",
    [36] = "CONSUMER_SEND_MSG_BACK",
    [37] = "END_TRANSACTION",
    [38] = "GET_CONSUMER_LIST_BY_GROUP",
    [39] = "CHECK_TRANSACTION_STATE",
    [40] = "NOTIFY_CONSUMER_IDS_CHANGED",
    [41] = "LOCK_BATCH_MQ",
    [42] = "UNLOCK_BATCH_MQ",
    [43] = "GET_ALL_CONSUMER_OFFSET",
    [45] = "GET_ALL_DELAY_OFFSET",
    [46] = "CHECK_CLIENT_CONFIG",
    [47] = "GET_CLIENT_CONFIG",
    [50] = "UPDATE_AND_CREATE_ACL_CONFIG",
    [51] = "DELETE_ACL_CONFIG",
    [52] = "GET_BROKER_CLUSTER_ACL_INFO",
    [53] = "UPDATE_GLOBAL_WHITE_ADDRS_CONFIG",
    [60] = "GET_TIMER_CHECK_POINT",
    [61] = "GET_TIMER_METRICS",
    [100] = "PUT_KV_CONFIG",
    [101] = "GET_KV_CONFIG",
    [102] = "DELETE_KV_CONFIG",
    [103] = "REGISTER_BROKER",
    [104] = "UNREGISTER_BROKER",
    [105] = "GET_ROUTEINFO_BY_TOPIC",
    [106] = "GET_BROKER_CLUSTER_INFO",
    [200] = "UPDATE_AND_CREATE_SUBSCRIPTIONGROUP",
    [201] = "GET_ALL_SUBSCRIPTIONGROUP_CONFIG",
    [202] = "GET_TOPIC_STATS_INFO",
    [203] = "GET_CONSUMER_CONNECTION_LIST",
    [204] = "GET_PRODUCER_CONNECTION_LIST",
    [205] = "WIPE_WRITE_PERM_OF_BROKER",
    [206] = "GET_ALL_TOPIC_LIST_FROM_NAMESERVER",
    [207] = "DELETE_SUBSCRIPTIONGROUP",
    [208] = "GET_CONSUME_STATS",
    [209] = "SUSPEND_CONSUMER",
    [210] = "RESUME_CONSUMER",
    [211] = "RESET_CONSUMER_OFFSET_IN_CONSUMER",
    [212] = "RESET_CONSUMER_OFFSET_IN_BROKER",
    [213] = "ADJUST_CONSUMER_THREAD_POOL",
    [214] = "WHO_CONSUME_THE_MESSAGE",
    [215] = "DELETE_TOPIC_IN_BROKER",
    [216] = "DELETE_TOPIC_IN_NAMESRV",
    [217] = "REGISTER_TOPIC_IN_NAMESRV",
    [219] = "GET_KVLIST_BY_NAMESPACE",
    [220] = "RESET_CONSUMER_CLIENT_OFFSET",
    [221] = "GET_CONSUMER_STATUS_FROM_CLIENT",
    [222] = "INVOKE_BROKER_TO_RESET_OFFSET",
    [223] = "INVOKE_BROKER_TO_GET_CONSUMER_STATUS",
    [224] = "GET_TOPICS_BY_CLUSTER",
    [225] = "UPDATE_AND_CREATE_SUBSCRIPTIONGROUP_LIST",
    [300] = "QUERY_TOPIC_CONSUME_BY_WHO",
    [301] = "REGISTER_FILTER_SERVER",
    [302] = "REGISTER_MESSAGE_FILTER_CLASS",
    [303] = "QUERY_CONSUME_TIME_SPAN",
    [304] = "GET_SYSTEM_TOPIC_LIST_FROM_NS",
    [305] = "GET_SYSTEM_TOPIC_LIST_FROM_BROKER",
    [306] = "CLEAN_EXPIRED_CONSUMEQUEUE",
    [307] = "GET_CONSUMER_RUNNING_INFO",
    [308] = "QUERY_CORRECTION_OFFSET",
    [309] = "CONSUME_MESSAGE_DIRECTLY",
    [310] = "SEND_MESSAGE_V2",
    [311] = "GET_UNIT_TOPIC_LIST",
    [312] = "GET_HAS_UNIT_SUB_TOPIC_LIST",
    [313] = "GET_HAS_UNIT_SUB_UNUNIT_TOPIC_LIST",
    [314] = "CLONE_GROUP_OFFSET",
    [315] = "VIEW_BROKER_STATS_DATA",
    [316] = "CLEAN_UNUSED_TOPIC",
    [317] = "GET_BROKER_CONSUME_STATS",
    [318] = "UPDATE_NAMESRV_CONFIG",
    [319] = "GET_NAMESRV_CONFIG",
    [320] = "SEND_BATCH_MESSAGE",
    [321] = "QUERY_CONSUME_QUEUE",
    [322] = "QUERY_DATA_VERSION",
    [323] = "RESUME_CHECK_HALF_MESSAGE",
    [324] = "SEND_REPLY_MESSAGE",
    [325] = "SEND_REPLY_MESSAGE_V2",
    [326] = "PUSH_REPLY_MESSAGE_TO_CLIENT",
    [327] = "ADD_WRITE_PERM_OF_BROKER",
    [328] = "GET_ALL_PRODUCER_INFO",
    [329] = "DELETE_EXPIRED_COMMITLOG",
    [343] = "QUERY_TOPICS_BY_CONSUMER",
    [345] = "QUERY_SUBSCRIPTION_BY_CONSUMER",
    [351] = "GET_TOPIC_CONFIG",
    [352] = "GET_SUBSCRIPTIONGROUP_CONFIG",
    [353] = "UPDATE_AND_GET_GROUP_FORBIDDEN",
    [354] = "CHECK_ROCKSDB_CQ_WRITE_PROGRESS",
    [355] = "EXPORT_ROCKSDB_CONFIG_TO_JSON",
    [361] = "LITE_PULL_MESSAGE",
    [370] = "RECALL_MESSAGE",
    [400] = "QUERY_ASSIGNMENT",
    [401] = "SET_MESSAGE_REQUEST_MODE",
    [402] = "GET_ALL_MESSAGE_REQUEST_MODE",
    [513] = "UPDATE_AND_CREATE_STATIC_TOPIC",
    [901] = "GET_BROKER_MEMBER_GROUP",
    [902] = "ADD_BROKER",
    [903] = "REMOVE_BROKER",
    [904] = "BROKER_HEARTBEAT",
    [905] = "NOTIFY_MIN_BROKER_ID_CHANGE",
    [906] = "EXCHANGE_BROKER_HA_INFO",
    [907] = "GET_BROKER_HA_STATUS",
    [908] = "RESET_MASTER_FLUSH_OFFSET",
    [1001] = "CONTROLLER_ALTER_SYNC_STATE_SET",
    [1002] = "CONTROLLER_ELECT_MASTER",
    [1003] = "CONTROLLER_REGISTER_BROKER",
    [1004] = "CONTROLLER_GET_REPLICA_INFO",
    [1005] = "CONTROLLER_GET_METADATA_INFO",
    [1006] = "CONTROLLER_GET_SYNC_STATE_DATA",
    [1007] = "GET_BROKER_EPOCH_CACHE",
    [1008] = "NOTIFY_BROKER_ROLE_CHANGED",
    [1009] = "UPDATE_CONTROLLER_CONFIG",
    [1010] = "GET_CONTROLLER_CONFIG",
    [1011] = "CLEAN_BROKER_DATA",
    [1012] = "CONTROLLER_GET_NEXT_BROKER_ID",
    [1013] = "CONTROLLER_APPLY_BROKER_ID",
    [1014] = "BROKER_CLOSE_CHANNEL_REQUEST",
    [1015] = "CHECK_NOT_ACTIVE_BROKER_REQUEST",
    [1016] = "GET_BROKER_LIVE_INFO_REQUEST",
    [1017] = "GET_SYNC_STATE_DATA_REQUEST",
    [1018] = "RAFT_BROKER_HEART_BEAT_EVENT_REQUEST",
    [2001] = "UPDATE_COLD_DATA_FLOW_CTR_CONFIG",
    [2002] = "REMOVE_COLD_DATA_FLOW_CTR_CONFIG",
    [2003] = "GET_COLD_DATA_FLOW_CTR_INFO",
    [2004] = "SET_COMMITLOG_READ_MODE",
    [3001] = "AUTH_CREATE_USER",
    [3002] = "AUTH_UPDATE_USER",
    [3003] = "AUTH_DELETE_USER",
    [3004] = "AUTH_GET_USER",
    [3005] = "AUTH_LIST_USER",
    [3006] = "AUTH_CREATE_ACL",
    [3007] = "AUTH_UPDATE_ACL",
    [3008] = "AUTH_DELETE_ACL",
    [3009] = "AUTH_GET_ACL",
    [3010] = "AUTH_LIST_ACL",
    [5001] = "SWITCH_TIMER_ENGINE",
    [5002] = "DELETE_TOPIC_IN_BROKER_LIST",
    [5003] = "DELETE_SUBSCRIPTION_GROUP_LIST",
    [200050] = "POP_MESSAGE",
    [200051] = "ACK_MESSAGE",
    [200052] = "PEEK_MESSAGE",
    [200053] = "CHANGE_MESSAGE_INVISIBLETIME",
    [200054] = "NOTIFICATION",
    [200055] = "POLLING_INFO",
    [200056] = "POP_ROLLBACK",
    [200070] = "POP_LITE_MESSAGE",
    [200071] = "LITE_SUBSCRIPTION_CTL",
    [200072] = "ACK_LITE_MESSAGE",
    [200073] = "NOTIFY_UNSUBSCRIBE_LITE",
    [200074] = "GET_BROKER_LITE_INFO",
    [200075] = "GET_PARENT_TOPIC_INFO",
    [200076] = "GET_LITE_TOPIC_INFO",
    [200077] = "GET_LITE_CLIENT_INFO",
    [200078] = "GET_LITE_GROUP_INFO",
    [200079] = "TRIGGER_LITE_DISPATCH",
    [200151] = "BATCH_ACK_MESSAGE",
}
local RESPONSE_CODES = {
    [-1006] = "RPC_TIME_OUT",
    [-1004] = "RPC_SEND_TO_CHANNEL_FAILED",
    [-1002] = "RPC_ADDR_IS_NULL",
    [-1000] = "RPC_UNKNOWN",
    [0] = "SUCCESS",
    [1] = "SYSTEM_ERROR",
    [2] = "SYSTEM_BUSY",
    [3] = "REQUEST_CODE_NOT_SUPPORTED",
    [4] = "TRANSACTION_FAILED",
    [10] = "FLUSH_DISK_TIMEOUT",
    [11] = "SLAVE_NOT_AVAILABLE",
    [12] = "FLUSH_SLAVE_TIMEOUT",
    [13] = "MESSAGE_ILLEGAL",
    [14] = "SERVICE_NOT_AVAILABLE",
    [15] = "VERSION_NOT_SUPPORTED",
    [16] = "NO_PERMISSION",
    [17] = "TOPIC_NOT_EXIST",
    [18] = "TOPIC_EXIST_ALREADY",
    [19] = "PULL_NOT_FOUND",
    [20] = "PULL_RETRY_IMMEDIATELY",
    [21] = "PULL_OFFSET_MOVED",
    [22] = "QUERY_NOT_FOUND",
    [23] = "SUBSCRIPTION_PARSE_FAILED",
    [24] = "SUBSCRIPTION_NOT_EXIST",
    [25] = "SUBSCRIPTION_NOT_LATEST",
    [26] = "SUBSCRIPTION_GROUP_NOT_EXIST",
    [27] = "FILTER_DATA_NOT_EXIST",
    [28] = "FILTER_DATA_NOT_LATEST",
    [29] = "INVALID_PARAMETER",
    [200] = "TRANSACTION_SHOULD_COMMIT",
    [201] = "TRANSACTION_SHOULD_ROLLBACK",
    [202] = "TRANSACTION_STATE_UNKNOW",
    [203] = "TRANSACTION_STATE_GROUP_WRONG",
    [204] = "NO_BUYER_ID",
    [205] = "NOT_IN_CURRENT_UNIT",
    [206] = "CONSUMER_NOT_ONLINE",
    [207] = "CONSUME_MSG_TIMEOUT",
    [208] = "NO_MESSAGE",
    [209] = "POLLING_FULL",
    [210] = "POLLING_TIMEOUT",
    [211] = "BROKER_NOT_EXIST",
    [212] = "BROKER_DISPATCH_NOT_COMPLETE",
    [213] = "BROADCAST_CONSUMPTION",
    [215] = "FLOW_CONTROL",
    [501] = "NOT_LEADER_FOR_QUEUE",
    [604] = "ILLEGAL_OPERATION",
    [1500] = "GO_AWAY",
    [2000] = "CONTROLLER_FENCED_MASTER_EPOCH",
    [2001] = "CONTROLLER_FENCED_SYNC_STATE_SET_EPOCH",
    [2002] = "CONTROLLER_INVALID_MASTER",
    [2003] = "CONTROLLER_INVALID_REPLICAS",
    [2004] = "CONTROLLER_MASTER_NOT_AVAILABLE",
    [2005] = "CONTROLLER_INVALID_REQUEST",
    [2006] = "CONTROLLER_BROKER_NOT_ALIVE",
    [2007] = "CONTROLLER_NOT_LEADER",
    [2008] = "CONTROLLER_BROKER_METADATA_NOT_EXIST",
    [2009] = "CONTROLLER_INVALID_CLEAN_BROKER_METADATA",
    [2010] = "CONTROLLER_BROKER_NEED_TO_BE_REGISTERED",
    [2011] = "CONTROLLER_MASTER_STILL_EXIST",
    [2012] = "CONTROLLER_ELECT_MASTER_FAILED",
    [2013] = "CONTROLLER_ALTER_SYNC_STATE_SET_FAILED",
    [2014] = "CONTROLLER_BROKER_ID_INVALID",
    [2015] = "CONTROLLER_JRAFT_INTERNAL_ERROR",
    [2016] = "CONTROLLER_BROKER_LIVE_INFO_NOT_EXISTS",
    [2017] = "LMQ_QUOTA_EXCEEDED",
    [2018] = "LITE_SUBSCRIPTION_QUOTA_EXCEEDED",
    [3001] = "USER_NOT_EXIST",
    [3002] = "POLICY_NOT_EXIST",
}
local LANGUAGES = {
    [0] = "JAVA",
    [1] = "CPP",
    [2] = "DOTNET",
    [3] = "PYTHON",
    [4] = "DELPHI",
    [5] = "ERLANG",
    [6] = "RUBY",
    [7] = "OTHER",
    [8] = "HTTP",
    [9] = "GO",
    [10] = "PHP",
    [11] = "OMS",
    [12] = "RUST",
    [13] = "NODE_JS",
}
local LANGUAGE_NAMES = {}
for _, name in pairs(LANGUAGES) do
    LANGUAGE_NAMES[name] = true
end
-- The types of the fields of all headers, by name.
local KINDS = {
    acceptStandardJsonOnly = "BOOLEAN",
    accessKey = "STRING",
    aclFileFullPath = "STRING",
    addTopicCount = "INT",
    admin = "BOOLEAN",
    allAclFileVersion = "STRING",
    appliedBrokerId = "LONG",
    attemptId = "STRING",
    attributes = "STRING",
    batch = "BOOLEAN",
    batchUniqId = "STRING",
    beginTimestamp = "LONG",
    bname = "STRING",
    bodyCrc32 = "INT",
    bornHost = "STRING",
    bornTime = "LONG",
    bornTimestamp = "LONG",
    boundaryType = "BOUNDARY",
    brokerAddr = "STRING",
    brokerAddress = "STRING",
    brokerClusterName = "STRING",
    brokerControllerIdsToClean = "STRING",
    brokerId = "LONG",
    brokerName = "STRING",
    changed = "BOOLEAN",
    checkStoreTime = "LONG",
    classCRC = "INT",
    className = "STRING",
    cleanOffset = "BOOLEAN",
    clientAddr = "STRING",
    clientID = "STRING",
    clientId = "STRING",
    cluster = "STRING",
    clusterName = "STRING",
    commitLogOffset = "LONG",
    commitOffset = "LONG",
    commitOrRollback = "INT",
    committed = "BOOLEAN",
    compareGroup = "STRING",
    compressed = "BOOLEAN",
    configPath = "STRING",
    configType = "STRING",
    confirmOffset = "LONG",
    consumerGroup = "STRING",
    controllerLeaderAddress = "STRING",
    controllerLeaderId = "STRING",
    count = "INT",
    dataVersion = "STRING",
    defaultGroupPerm = "STRING",
    defaultTopic = "STRING",
    defaultTopicPerm = "STRING",
    defaultTopicQueueNums = "INT",
    delayLevel = "INT",
    designateElect = "BOOLEAN",
    destGroup = "STRING",
    electionPriority = "INT",
    enableActingMaster = "BOOLEAN",
    endTimestamp = "LONG",
    epoch = "INT",
    exp = "STRING",
    expType = "STRING",
    expressionType = "STRING",
    extraInfo = "STRING",
    filter = "STRING",
    filterGroups = "STRING",
    filterServerAddr = "STRING",
    flag = "INT",
    forbiddenType = "INT",
    force = "BOOLEAN",
    fromTime = "LONG",
    fromTransactionCheck = "BOOLEAN",
    globalWhiteAddrs = "STRING",
    group = "STRING",
    groupName = "STRING",
    groupPerms = "STRING",
    groupSeq = "INT",
    groupSysFlag = "INT",
    haBrokerAddr = "STRING",
    haServerAddr = "STRING",
    hasMsg = "BOOLEAN",
    heartbeatTimeoutMillis = "LONG",
    heartbeatTimeoutMills = "LONG",
    index = "LONG",
    indexLastUpdatePhyoffset = "LONG",
    indexLastUpdateTimestamp = "LONG",
    indexType = "STRING",
    initMode = "INT",
    invisibleTime = "LONG",
    invokeTime = "LONG",
    isCleanLivingBroker = "BOOLEAN",
    isForce = "BOOLEAN",
    isLeader = "BOOLEAN",
    isLiteConsumer = "BOOLEAN",
    isOrder = "BOOLEAN",
    jstackEnable = "BOOLEAN",
    key = "STRING",
    lastKey = "STRING",
    liteTopic = "STRING",
    lo = "BOOLEAN",
    masterAddr = "STRING",
    masterAddress = "STRING",
    masterBrokerId = "LONG",
    masterEpoch = "INT",
    masterFlushOffset = "LONG",
    masterHaAddress = "STRING",
    maxCount = "INT",
    maxGroupNum = "INT",
    maxMsgBytes = "INT",
    maxMsgNum = "INT",
    maxMsgNums = "INT",
    maxNum = "INT",
    maxOffset = "LONG",
    maxReconsumeTimes = "INT",
    maxTopicNum = "INT",
    minBrokerAddr = "STRING",
    minBrokerId = "LONG",
    minOffset = "LONG",
    msgId = "STRING",
    msgOffsetInfo = "STRING",
    namespace = "STRING",
    newSyncStateSetEpoch = "INT",
    nextBeginOffset = "LONG",
    nextBrokerId = "LONG",
    ns = "STRING",
    nsd = "BOOLEAN",
    offline = "BOOLEAN",
    offlineBrokerAddr = "STRING",
    offset = "LONG",
    offsetDelta = "LONG",
    offsetMsgId = "STRING",
    order = "BOOLEAN",
    orderCountInfo = "STRING",
    orderTopicString = "STRING",
    originMsgId = "STRING",
    originTopic = "STRING",
    oway = "BOOLEAN",
    parentTopic = "STRING",
    peers = "STRING",
    perm = "INT",
    policyType = "STRING",
    pollTime = "LONG",
    pollingFull = "BOOLEAN",
    pollingNum = "INT",
    popTime = "LONG",
    producerGroup = "STRING",
    properties = "STRING",
    proxyFrowardClientId = "STRING",
    queueId = "INT",
    queueOffset = "LONG",
    readQueueNums = "INT",
    readable = "BOOLEAN",
    recallHandle = "STRING",
    reconsumeTimes = "INT",
    registerCheckCode = "STRING",
    requestSource = "INT",
    resource = "STRING",
    resourceFilter = "STRING",
    restNum = "LONG",
    reviveQid = "INT",
    secretKey = "STRING",
    setZeroIfNotFound = "BOOLEAN",
    srcGroup = "STRING",
    startOffsetInfo = "STRING",
    statsKey = "STRING",
    statsName = "STRING",
    storeHost = "STRING",
    storeTimestamp = "LONG",
    subVersion = "LONG",
    subject = "STRING",
    subjectFilter = "STRING",
    subscription = "STRING",
    suggestWhichBrokerId = "LONG",
    suspend = "BOOLEAN",
    suspendTimeoutMillis = "LONG",
    syncStateSetEpoch = "INT",
    sysFlag = "INT",
    timestamp = "LONG",
    toTime = "LONG",
    topK = "INT",
    topic = "STRING",
    topicFilterType = "STRING",
    topicList = "STRING",
    topicPerms = "STRING",
    topicSeq = "INT",
    topicSysFlag = "INT",
    totalGroupNum = "INT",
    totalTopicNum = "INT",
    tranStateTableOffset = "LONG",
    transactionId = "STRING",
    unitMode = "BOOLEAN",
    username = "STRING",
    value = "STRING",
    version = "STRING",
    whiteRemoteAddress = "STRING",
    wipeTopicCount = "INT",
    writeQueueNums = "INT",
}
-- Of a field: its key on the wire, its name, its type, and the values that it has to have, if not any.
local HEADERS = {
    AckMessageRequestHeader = { name = "AckMessageRequestHeader", properties = "properties", fields = {
        { "consumerGroup", "consumerGroup", "STRING" },
        { "topic", "topic", "STRING" },
        { "queueId", "queueId", "INT" },
        { "extraInfo", "extraInfo", "STRING" },
        { "offset", "offset", "LONG" },
        { "liteTopic", "liteTopic", "STRING" },
        { "lo", "lo", "BOOLEAN" },
        { "ns", "ns", "STRING" },
        { "nsd", "nsd", "BOOLEAN" },
        { "bname", "bname", "STRING" },
        { "oway", "oway", "BOOLEAN" },
    } },
    AddBrokerRequestHeader = { name = "AddBrokerRequestHeader", properties = "properties", fields = {
        { "configPath", "configPath", "STRING" },
    } },
    AddWritePermOfBrokerRequestHeader = { name = "AddWritePermOfBrokerRequestHeader", properties = "properties", fields = {
        { "brokerName", "brokerName", "STRING" },
    } },
    AddWritePermOfBrokerResponseHeader = { name = "AddWritePermOfBrokerResponseHeader", properties = "properties", fields = {
        { "addTopicCount", "addTopicCount", "INT" },
    } },
    AlterSyncStateSetRequestHeader = { name = "AlterSyncStateSetRequestHeader", properties = "properties", fields = {
        { "brokerName", "brokerName", "STRING" },
        { "masterBrokerId", "masterBrokerId", "LONG" },
        { "masterEpoch", "masterEpoch", "INT" },
        { "invokeTime", "invokeTime", "LONG" },
    } },
    AlterSyncStateSetResponseHeader = { name = "AlterSyncStateSetResponseHeader", properties = "properties", fields = {
        { "newSyncStateSetEpoch", "newSyncStateSetEpoch", "INT" },
    } },
    ApplyBrokerIdRequestHeader = { name = "ApplyBrokerIdRequestHeader", properties = "properties", fields = {
        { "clusterName", "clusterName", "STRING" },
        { "brokerName", "brokerName", "STRING" },
        { "appliedBrokerId", "appliedBrokerId", "LONG" },
        { "registerCheckCode", "registerCheckCode", "STRING" },
    } },
    ApplyBrokerIdResponseHeader = { name = "ApplyBrokerIdResponseHeader", properties = "properties", fields = {
        { "clusterName", "clusterName", "STRING" },
        { "brokerName", "brokerName", "STRING" },
    } },
    BrokerHeartbeatRequestHeader = { name = "BrokerHeartbeatRequestHeader", properties = "properties", fields = {
        { "clusterName", "clusterName", "STRING" },
        { "brokerAddr", "brokerAddr", "STRING" },
        { "brokerName", "brokerName", "STRING" },
        { "brokerId", "brokerId", "LONG" },
        { "epoch", "epoch", "INT" },
        { "maxOffset", "maxOffset", "LONG" },
        { "confirmOffset", "confirmOffset", "LONG" },
        { "heartbeatTimeoutMills", "heartbeatTimeoutMills", "LONG" },
        { "electionPriority", "electionPriority", "INT" },
    } },
    ChangeInvisibleTimeRequestHeader = { name = "ChangeInvisibleTimeRequestHeader", properties = "properties", fields = {
        { "consumerGroup", "consumerGroup", "STRING" },
        { "topic", "topic", "STRING" },
        { "queueId", "queueId", "INT" },
        { "extraInfo", "extraInfo", "STRING" },
        { "offset", "offset", "LONG" },
        { "invisibleTime", "invisibleTime", "LONG" },
        { "liteTopic", "liteTopic", "STRING" },
        { "suspend", "suspend", "BOOLEAN" },
        { "lo", "lo", "BOOLEAN" },
        { "ns", "ns", "STRING" },
        { "nsd", "nsd", "BOOLEAN" },
        { "bname", "bname", "STRING" },
        { "oway", "oway", "BOOLEAN" },
    } },
    ChangeInvisibleTimeResponseHeader = { name = "ChangeInvisibleTimeResponseHeader", properties = "properties", fields = {
        { "popTime", "popTime", "LONG" },
        { "invisibleTime", "invisibleTime", "LONG" },
        { "reviveQid", "reviveQid", "INT" },
    } },
    CheckRocksdbCqWriteProgressRequestHeader = { name = "CheckRocksdbCqWriteProgressRequestHeader", properties = "properties", fields = {
        { "topic", "topic", "STRING" },
        { "checkStoreTime", "checkStoreTime", "LONG" },
    } },
    CheckTransactionStateRequestHeader = { name = "CheckTransactionStateRequestHeader", properties = "properties", fields = {
        { "topic", "topic", "STRING" },
        { "tranStateTableOffset", "tranStateTableOffset", "LONG" },
        { "commitLogOffset", "commitLogOffset", "LONG" },
        { "msgId", "msgId", "STRING" },
        { "transactionId", "transactionId", "STRING" },
        { "offsetMsgId", "offsetMsgId", "STRING" },
        { "ns", "ns", "STRING" },
        { "nsd", "nsd", "BOOLEAN" },
        { "bname", "bname", "STRING" },
        { "oway", "oway", "BOOLEAN" },
    } },
    CheckTransactionStateResponseHeader = { name = "CheckTransactionStateResponseHeader", properties = "properties", fields = {
        { "producerGroup", "producerGroup", "STRING" },
        { "tranStateTableOffset", "tranStateTableOffset", "LONG" },
        { "commitLogOffset", "commitLogOffset", "LONG" },
        { "commitOrRollback", "commitOrRollback", "INT", { "8", "12" } },
    } },
    CleanControllerBrokerDataRequestHeader = { name = "CleanControllerBrokerDataRequestHeader", properties = "properties", fields = {
        { "clusterName", "clusterName", "STRING" },
        { "brokerName", "brokerName", "STRING" },
        { "brokerControllerIdsToClean", "brokerControllerIdsToClean", "STRING" },
        { "isCleanLivingBroker", "isCleanLivingBroker", "BOOLEAN" },
        { "invokeTime", "invokeTime", "LONG" },
    } },
    CloneGroupOffsetRequestHeader = { name = "CloneGroupOffsetRequestHeader", properties = "properties", fields = {
        { "srcGroup", "srcGroup", "STRING" },
        { "destGroup", "destGroup", "STRING" },
        { "topic", "topic", "STRING" },
        { "offline", "offline", "BOOLEAN" },
        { "ns", "ns", "STRING" },
        { "nsd", "nsd", "BOOLEAN" },
        { "bname", "bname", "STRING" },
        { "oway", "oway", "BOOLEAN" },
    } },
    ConsumeMessageDirectlyResultRequestHeader = { name = "ConsumeMessageDirectlyResultRequestHeader", properties = "properties", fields = {
        { "consumerGroup", "consumerGroup", "STRING" },
        { "clientId", "clientId", "STRING" },
        { "msgId", "msgId", "STRING" },
        { "brokerName", "brokerName", "STRING" },
        { "topic", "topic", "STRING" },
        { "topicSysFlag", "topicSysFlag", "INT" },
        { "groupSysFlag", "groupSysFlag", "INT" },
        { "lo", "lo", "BOOLEAN" },
        { "ns", "ns", "STRING" },
        { "nsd", "nsd", "BOOLEAN" },
        { "bname", "bname", "STRING" },
        { "oway", "oway", "BOOLEAN" },
    } },
    ConsumerSendMsgBackRequestHeader = { name = "ConsumerSendMsgBackRequestHeader", properties = "properties", fields = {
        { "offset", "offset", "LONG" },
        { "group", "group", "STRING" },
        { "delayLevel", "delayLevel", "INT" },
        { "originMsgId", "originMsgId", "STRING" },
        { "originTopic", "originTopic", "STRING" },
        { "unitMode", "unitMode", "BOOLEAN" },
        { "maxReconsumeTimes", "maxReconsumeTimes", "INT" },
        { "ns", "ns", "STRING" },
        { "nsd", "nsd", "BOOLEAN" },
        { "bname", "bname", "STRING" },
        { "oway", "oway", "BOOLEAN" },
    } },
    CreateAccessConfigRequestHeader = { name = "CreateAccessConfigRequestHeader", properties = "properties", fields = {
        { "accessKey", "accessKey", "STRING" },
        { "secretKey", "secretKey", "STRING" },
        { "whiteRemoteAddress", "whiteRemoteAddress", "STRING" },
        { "admin", "admin", "BOOLEAN" },
        { "defaultTopicPerm", "defaultTopicPerm", "STRING" },
        { "defaultGroupPerm", "defaultGroupPerm", "STRING" },
        { "topicPerms", "topicPerms", "STRING" },
        { "groupPerms", "groupPerms", "STRING" },
    } },
    CreateAclRequestHeader = { name = "CreateAclRequestHeader", properties = "properties", fields = {
        { "subject", "subject", "STRING" },
    } },
    CreateTopicListRequestHeader = { name = "CreateTopicListRequestHeader", properties = "properties", fields = {
        { "ns", "ns", "STRING" },
        { "nsd", "nsd", "BOOLEAN" },
        { "bname", "bname", "STRING" },
        { "oway", "oway", "BOOLEAN" },
    } },
    CreateTopicRequestHeader = { name = "CreateTopicRequestHeader", properties = "properties", fields = {
        { "topic", "topic", "STRING" },
        { "defaultTopic", "defaultTopic", "STRING" },
        { "readQueueNums", "readQueueNums", "INT" },
        { "writeQueueNums", "writeQueueNums", "INT" },
        { "perm", "perm", "INT" },
        { "topicFilterType", "topicFilterType", "STRING", { "SINGLE_TAG", "MULTI_TAG" } },
        { "topicSysFlag", "topicSysFlag", "INT" },
        { "order", "order", "BOOLEAN" },
        { "attributes", "attributes", "STRING" },
        { "force", "force", "BOOLEAN" },
        { "lo", "lo", "BOOLEAN" },
        { "ns", "ns", "STRING" },
        { "nsd", "nsd", "BOOLEAN" },
        { "bname", "bname", "STRING" },
        { "oway", "oway", "BOOLEAN" },
    } },
    CreateUserRequestHeader = { name = "CreateUserRequestHeader", properties = "properties", fields = {
        { "username", "username", "STRING" },
    } },
    DeleteAccessConfigRequestHeader = { name = "DeleteAccessConfigRequestHeader", properties = "properties", fields = {
        { "accessKey", "accessKey", "STRING" },
    } },
    DeleteAclRequestHeader = { name = "DeleteAclRequestHeader", properties = "properties", fields = {
        { "subject", "subject", "STRING" },
        { "policyType", "policyType", "STRING" },
        { "resource", "resource", "STRING" },
    } },
    DeleteKVConfigRequestHeader = { name = "DeleteKVConfigRequestHeader", properties = "properties", fields = {
        { "namespace", "namespace", "STRING" },
        { "key", "key", "STRING" },
    } },
    DeleteSubscriptionGroupRequestHeader = { name = "DeleteSubscriptionGroupRequestHeader", properties = "properties", fields = {
        { "groupName", "groupName", "STRING" },
        { "cleanOffset", "cleanOffset", "BOOLEAN" },
        { "ns", "ns", "STRING" },
        { "nsd", "nsd", "BOOLEAN" },
        { "bname", "bname", "STRING" },
        { "oway", "oway", "BOOLEAN" },
    } },
    DeleteTopicFromNamesrvRequestHeader = { name = "DeleteTopicFromNamesrvRequestHeader", properties = "properties", fields = {
        { "topic", "topic", "STRING" },
        { "clusterName", "clusterName", "STRING" },
        { "lo", "lo", "BOOLEAN" },
        { "ns", "ns", "STRING" },
        { "nsd", "nsd", "BOOLEAN" },
        { "bname", "bname", "STRING" },
        { "oway", "oway", "BOOLEAN" },
    } },
    DeleteTopicRequestHeader = { name = "DeleteTopicRequestHeader", properties = "properties", fields = {
        { "topic", "topic", "STRING" },
        { "lo", "lo", "BOOLEAN" },
        { "ns", "ns", "STRING" },
        { "nsd", "nsd", "BOOLEAN" },
        { "bname", "bname", "STRING" },
        { "oway", "oway", "BOOLEAN" },
    } },
    DeleteUserRequestHeader = { name = "DeleteUserRequestHeader", properties = "properties", fields = {
        { "username", "username", "STRING" },
    } },
    ElectMasterRequestHeader = { name = "ElectMasterRequestHeader", properties = "properties", fields = {
        { "clusterName", "clusterName", "STRING" },
        { "brokerName", "brokerName", "STRING" },
        { "brokerId", "brokerId", "LONG" },
        { "designateElect", "designateElect", "BOOLEAN" },
        { "invokeTime", "invokeTime", "LONG" },
    } },
    ElectMasterResponseHeader = { name = "ElectMasterResponseHeader", properties = "properties", fields = {
        { "masterBrokerId", "masterBrokerId", "LONG" },
        { "masterAddress", "masterAddress", "STRING" },
        { "masterEpoch", "masterEpoch", "INT" },
        { "syncStateSetEpoch", "syncStateSetEpoch", "INT" },
    } },
    EndTransactionRequestHeader = { name = "EndTransactionRequestHeader", properties = "properties", fields = {
        { "topic", "topic", "STRING" },
        { "producerGroup", "producerGroup", "STRING" },
        { "tranStateTableOffset", "tranStateTableOffset", "LONG" },
        { "commitLogOffset", "commitLogOffset", "LONG" },
        { "commitOrRollback", "commitOrRollback", "INT", { "0", "8", "12" } },
        { "fromTransactionCheck", "fromTransactionCheck", "BOOLEAN" },
        { "msgId", "msgId", "STRING" },
        { "transactionId", "transactionId", "STRING" },
        { "ns", "ns", "STRING" },
        { "nsd", "nsd", "BOOLEAN" },
        { "bname", "bname", "STRING" },
        { "oway", "oway", "BOOLEAN" },
    } },
    EndTransactionResponseHeader = { name = "EndTransactionResponseHeader", properties = "properties", fields = {
    } },
    ExchangeHAInfoRequestHeader = { name = "ExchangeHAInfoRequestHeader", properties = "properties", fields = {
        { "masterHaAddress", "masterHaAddress", "STRING" },
        { "masterFlushOffset", "masterFlushOffset", "LONG" },
        { "masterAddress", "masterAddress", "STRING" },
    } },
    ExchangeHAInfoResponseHeader = { name = "ExchangeHAInfoResponseHeader", properties = "properties", fields = {
        { "masterHaAddress", "masterHaAddress", "STRING" },
        { "masterFlushOffset", "masterFlushOffset", "LONG" },
        { "masterAddress", "masterAddress", "STRING" },
    } },
    ExportRocksDBConfigToJsonRequestHeader = { name = "ExportRocksDBConfigToJsonRequestHeader", properties = "properties", fields = {
        { "configType", "configType", "STRING" },
    } },
    GetAclRequestHeader = { name = "GetAclRequestHeader", properties = "properties", fields = {
        { "subject", "subject", "STRING" },
    } },
    GetAllProducerInfoRequestHeader = { name = "GetAllProducerInfoRequestHeader", properties = "properties", fields = {
    } },
    GetAllSubscriptionGroupRequestHeader = { name = "GetAllSubscriptionGroupRequestHeader", properties = "properties", fields = {
        { "groupSeq", "groupSeq", "INT" },
        { "dataVersion", "dataVersion", "STRING" },
        { "maxGroupNum", "maxGroupNum", "INT" },
    } },
    GetAllSubscriptionGroupResponseHeader = { name = "GetAllSubscriptionGroupResponseHeader", properties = "properties", fields = {
        { "totalGroupNum", "totalGroupNum", "INT" },
    } },
    GetAllTopicConfigRequestHeader = { name = "GetAllTopicConfigRequestHeader", properties = "properties", fields = {
        { "topicSeq", "topicSeq", "INT" },
        { "dataVersion", "dataVersion", "STRING" },
        { "maxTopicNum", "maxTopicNum", "INT" },
    } },
    GetAllTopicConfigResponseHeader = { name = "GetAllTopicConfigResponseHeader", properties = "properties", fields = {
        { "totalTopicNum", "totalTopicNum", "INT" },
    } },
    GetBrokerAclConfigResponseHeader = { name = "GetBrokerAclConfigResponseHeader", properties = "properties", fields = {
        { "version", "version", "STRING" },
        { "allAclFileVersion", "allAclFileVersion", "STRING" },
        { "brokerName", "brokerName", "STRING" },
        { "brokerAddr", "brokerAddr", "STRING" },
        { "clusterName", "clusterName", "STRING" },
    } },
    GetBrokerConfigResponseHeader = { name = "GetBrokerConfigResponseHeader", properties = "properties", fields = {
        { "version", "version", "STRING" },
    } },
    GetBrokerMemberGroupRequestHeader = { name = "GetBrokerMemberGroupRequestHeader", properties = "properties", fields = {
        { "clusterName", "clusterName", "STRING" },
        { "brokerName", "brokerName", "STRING" },
    } },
    GetConsumeStatsInBrokerHeader = { name = "GetConsumeStatsInBrokerHeader", properties = "properties", fields = {
        { "isOrder", "isOrder", "BOOLEAN" },
    } },
    GetConsumeStatsRequestHeader = { name = "GetConsumeStatsRequestHeader", properties = "properties", fields = {
        { "consumerGroup", "consumerGroup", "STRING" },
        { "topic", "topic", "STRING" },
        { "topicList", "topicList", "STRING" },
        { "lo", "lo", "BOOLEAN" },
        { "ns", "ns", "STRING" },
        { "nsd", "nsd", "BOOLEAN" },
        { "bname", "bname", "STRING" },
        { "oway", "oway", "BOOLEAN" },
    } },
    GetConsumerConnectionListRequestHeader = { name = "GetConsumerConnectionListRequestHeader", properties = "properties", fields = {
        { "consumerGroup", "consumerGroup", "STRING" },
        { "ns", "ns", "STRING" },
        { "nsd", "nsd", "BOOLEAN" },
        { "bname", "bname", "STRING" },
        { "oway", "oway", "BOOLEAN" },
    } },
    GetConsumerListByGroupRequestHeader = { name = "GetConsumerListByGroupRequestHeader", properties = "properties", fields = {
        { "consumerGroup", "consumerGroup", "STRING" },
        { "ns", "ns", "STRING" },
        { "nsd", "nsd", "BOOLEAN" },
        { "bname", "bname", "STRING" },
        { "oway", "oway", "BOOLEAN" },
    } },
    GetConsumerListByGroupResponseHeader = { name = "GetConsumerListByGroupResponseHeader", properties = "properties", fields = {
    } },
    GetConsumerRunningInfoRequestHeader = { name = "GetConsumerRunningInfoRequestHeader", properties = "properties", fields = {
        { "consumerGroup", "consumerGroup", "STRING" },
        { "clientId", "clientId", "STRING" },
        { "jstackEnable", "jstackEnable", "BOOLEAN" },
        { "ns", "ns", "STRING" },
        { "nsd", "nsd", "BOOLEAN" },
        { "bname", "bname", "STRING" },
        { "oway", "oway", "BOOLEAN" },
    } },
    GetConsumerStatusRequestHeader = { name = "GetConsumerStatusRequestHeader", properties = "properties", fields = {
        { "topic", "topic", "STRING" },
        { "group", "group", "STRING" },
        { "clientAddr", "clientAddr", "STRING" },
        { "lo", "lo", "BOOLEAN" },
        { "ns", "ns", "STRING" },
        { "nsd", "nsd", "BOOLEAN" },
        { "bname", "bname", "STRING" },
        { "oway", "oway", "BOOLEAN" },
    } },
    GetEarliestMsgStoretimeRequestHeader = { name = "GetEarliestMsgStoretimeRequestHeader", properties = "properties", fields = {
        { "topic", "topic", "STRING" },
        { "queueId", "queueId", "INT" },
        { "lo", "lo", "BOOLEAN" },
        { "ns", "ns", "STRING" },
        { "nsd", "nsd", "BOOLEAN" },
        { "bname", "bname", "STRING" },
        { "oway", "oway", "BOOLEAN" },
    } },
    GetEarliestMsgStoretimeResponseHeader = { name = "GetEarliestMsgStoretimeResponseHeader", properties = "properties", fields = {
        { "timestamp", "timestamp", "LONG" },
    } },
    GetKVConfigRequestHeader = { name = "GetKVConfigRequestHeader", properties = "properties", fields = {
        { "namespace", "namespace", "STRING" },
        { "key", "key", "STRING" },
    } },
    GetKVConfigResponseHeader = { name = "GetKVConfigResponseHeader", properties = "properties", fields = {
        { "value", "value", "STRING" },
    } },
    GetKVListByNamespaceRequestHeader = { name = "GetKVListByNamespaceRequestHeader", properties = "properties", fields = {
        { "namespace", "namespace", "STRING" },
    } },
    GetLiteClientInfoRequestHeader = { name = "GetLiteClientInfoRequestHeader", properties = "properties", fields = {
        { "parentTopic", "parentTopic", "STRING" },
        { "group", "group", "STRING" },
        { "clientId", "clientId", "STRING" },
        { "maxCount", "maxCount", "INT", { "1.." } },
    } },
    GetLiteGroupInfoRequestHeader = { name = "GetLiteGroupInfoRequestHeader", properties = "properties", fields = {
        { "group", "group", "STRING" },
        { "liteTopic", "liteTopic", "STRING" },
        { "topK", "topK", "INT" },
    } },
    GetLiteTopicInfoRequestHeader = { name = "GetLiteTopicInfoRequestHeader", properties = "properties", fields = {
        { "parentTopic", "parentTopic", "STRING" },
        { "liteTopic", "liteTopic", "STRING" },
    } },
    GetMaxOffsetRequestHeader = { name = "GetMaxOffsetRequestHeader", properties = "properties", fields = {
        { "topic", "topic", "STRING" },
        { "queueId", "queueId", "INT" },
        { "committed", "committed", "BOOLEAN" },
        { "lo", "lo", "BOOLEAN" },
        { "ns", "ns", "STRING" },
        { "nsd", "nsd", "BOOLEAN" },
        { "bname", "bname", "STRING" },
        { "oway", "oway", "BOOLEAN" },
    } },
    GetMaxOffsetResponseHeader = { name = "GetMaxOffsetResponseHeader", properties = "properties", fields = {
        { "offset", "offset", "LONG" },
    } },
    GetMetaDataResponseHeader = { name = "GetMetaDataResponseHeader", properties = "properties", fields = {
        { "group", "group", "STRING" },
        { "controllerLeaderId", "controllerLeaderId", "STRING" },
        { "controllerLeaderAddress", "controllerLeaderAddress", "STRING" },
        { "isLeader", "isLeader", "BOOLEAN" },
        { "peers", "peers", "STRING" },
    } },
    GetMinOffsetRequestHeader = { name = "GetMinOffsetRequestHeader", properties = "properties", fields = {
        { "topic", "topic", "STRING" },
        { "queueId", "queueId", "INT" },
        { "lo", "lo", "BOOLEAN" },
        { "ns", "ns", "STRING" },
        { "nsd", "nsd", "BOOLEAN" },
        { "bname", "bname", "STRING" },
        { "oway", "oway", "BOOLEAN" },
    } },
    GetMinOffsetResponseHeader = { name = "GetMinOffsetResponseHeader", properties = "properties", fields = {
        { "offset", "offset", "LONG" },
    } },
    GetNextBrokerIdRequestHeader = { name = "GetNextBrokerIdRequestHeader", properties = "properties", fields = {
        { "clusterName", "clusterName", "STRING" },
        { "brokerName", "brokerName", "STRING" },
    } },
    GetNextBrokerIdResponseHeader = { name = "GetNextBrokerIdResponseHeader", properties = "properties", fields = {
        { "clusterName", "clusterName", "STRING" },
        { "brokerName", "brokerName", "STRING" },
        { "nextBrokerId", "nextBrokerId", "LONG" },
    } },
    GetParentTopicInfoRequestHeader = { name = "GetParentTopicInfoRequestHeader", properties = "properties", fields = {
        { "topic", "topic", "STRING" },
    } },
    GetProducerConnectionListRequestHeader = { name = "GetProducerConnectionListRequestHeader", properties = "properties", fields = {
        { "producerGroup", "producerGroup", "STRING" },
        { "ns", "ns", "STRING" },
        { "nsd", "nsd", "BOOLEAN" },
        { "bname", "bname", "STRING" },
        { "oway", "oway", "BOOLEAN" },
    } },
    GetReplicaInfoRequestHeader = { name = "GetReplicaInfoRequestHeader", properties = "properties", fields = {
        { "brokerName", "brokerName", "STRING" },
    } },
    GetReplicaInfoResponseHeader = { name = "GetReplicaInfoResponseHeader", properties = "properties", fields = {
        { "masterBrokerId", "masterBrokerId", "LONG" },
        { "masterAddress", "masterAddress", "STRING" },
        { "masterEpoch", "masterEpoch", "INT" },
    } },
    GetRouteInfoRequestHeader = { name = "GetRouteInfoRequestHeader", properties = "properties", fields = {
        { "topic", "topic", "STRING" },
        { "acceptStandardJsonOnly", "acceptStandardJsonOnly", "BOOLEAN" },
        { "lo", "lo", "BOOLEAN" },
        { "ns", "ns", "STRING" },
        { "nsd", "nsd", "BOOLEAN" },
        { "bname", "bname", "STRING" },
        { "oway", "oway", "BOOLEAN" },
    } },
    GetSubscriptionGroupConfigRequestHeader = { name = "GetSubscriptionGroupConfigRequestHeader", properties = "properties", fields = {
        { "group", "group", "STRING" },
        { "ns", "ns", "STRING" },
        { "nsd", "nsd", "BOOLEAN" },
        { "bname", "bname", "STRING" },
        { "oway", "oway", "BOOLEAN" },
    } },
    GetTopicConfigRequestHeader = { name = "GetTopicConfigRequestHeader", properties = "properties", fields = {
        { "topic", "topic", "STRING" },
        { "lo", "lo", "BOOLEAN" },
        { "ns", "ns", "STRING" },
        { "nsd", "nsd", "BOOLEAN" },
        { "bname", "bname", "STRING" },
        { "oway", "oway", "BOOLEAN" },
    } },
    GetTopicStatsInfoRequestHeader = { name = "GetTopicStatsInfoRequestHeader", properties = "properties", fields = {
        { "topic", "topic", "STRING" },
        { "lo", "lo", "BOOLEAN" },
        { "ns", "ns", "STRING" },
        { "nsd", "nsd", "BOOLEAN" },
        { "bname", "bname", "STRING" },
        { "oway", "oway", "BOOLEAN" },
    } },
    GetTopicsByClusterRequestHeader = { name = "GetTopicsByClusterRequestHeader", properties = "properties", fields = {
        { "cluster", "cluster", "STRING" },
    } },
    GetUserRequestHeader = { name = "GetUserRequestHeader", properties = "properties", fields = {
        { "username", "username", "STRING" },
    } },
    HeartbeatRequestHeader = { name = "HeartbeatRequestHeader", properties = "properties", fields = {
        { "ns", "ns", "STRING" },
        { "nsd", "nsd", "BOOLEAN" },
        { "bname", "bname", "STRING" },
        { "oway", "oway", "BOOLEAN" },
    } },
    InitConsumerOffsetRequestHeader = { name = "InitConsumerOffsetRequestHeader", properties = "properties", fields = {
        { "topic", "topic", "STRING" },
        { "initMode", "initMode", "INT" },
        { "lo", "lo", "BOOLEAN" },
        { "ns", "ns", "STRING" },
        { "nsd", "nsd", "BOOLEAN" },
        { "bname", "bname", "STRING" },
        { "oway", "oway", "BOOLEAN" },
    } },
    ListAclsRequestHeader = { name = "ListAclsRequestHeader", properties = "properties", fields = {
        { "subjectFilter", "subjectFilter", "STRING" },
        { "resourceFilter", "resourceFilter", "STRING" },
    } },
    ListUsersRequestHeader = { name = "ListUsersRequestHeader", properties = "properties", fields = {
        { "filter", "filter", "STRING" },
    } },
    LiteSubscriptionCtlRequestHeader = { name = "LiteSubscriptionCtlRequestHeader", properties = "properties", fields = {
        { "ns", "ns", "STRING" },
        { "nsd", "nsd", "BOOLEAN" },
        { "bname", "bname", "STRING" },
        { "oway", "oway", "BOOLEAN" },
    } },
    LockBatchMqRequestHeader = { name = "LockBatchMqRequestHeader", properties = "properties", fields = {
        { "ns", "ns", "STRING" },
        { "nsd", "nsd", "BOOLEAN" },
        { "bname", "bname", "STRING" },
        { "oway", "oway", "BOOLEAN" },
    } },
    NotificationRequestHeader = { name = "NotificationRequestHeader", properties = "properties", fields = {
        { "consumerGroup", "consumerGroup", "STRING" },
        { "topic", "topic", "STRING" },
        { "queueId", "queueId", "INT" },
        { "pollTime", "pollTime", "LONG" },
        { "bornTime", "bornTime", "LONG" },
        { "order", "order", "BOOLEAN" },
        { "attemptId", "attemptId", "STRING" },
        { "isLiteConsumer", "isLiteConsumer", "BOOLEAN" },
        { "clientId", "clientId", "STRING" },
        { "expType", "expType", "STRING" },
        { "exp", "exp", "STRING" },
        { "lo", "lo", "BOOLEAN" },
        { "ns", "ns", "STRING" },
        { "nsd", "nsd", "BOOLEAN" },
        { "bname", "bname", "STRING" },
        { "oway", "oway", "BOOLEAN" },
    } },
    NotificationResponseHeader = { name = "NotificationResponseHeader", properties = "properties", fields = {
        { "hasMsg", "hasMsg", "BOOLEAN" },
        { "pollingFull", "pollingFull", "BOOLEAN" },
    } },
    NotifyBrokerRoleChangedRequestHeader = { name = "NotifyBrokerRoleChangedRequestHeader", properties = "properties", fields = {
        { "masterAddress", "masterAddress", "STRING" },
        { "masterEpoch", "masterEpoch", "INT" },
        { "syncStateSetEpoch", "syncStateSetEpoch", "INT" },
        { "masterBrokerId", "masterBrokerId", "LONG" },
    } },
    NotifyConsumerIdsChangedRequestHeader = { name = "NotifyConsumerIdsChangedRequestHeader", properties = "properties", fields = {
        { "consumerGroup", "consumerGroup", "STRING" },
        { "ns", "ns", "STRING" },
        { "nsd", "nsd", "BOOLEAN" },
        { "bname", "bname", "STRING" },
        { "oway", "oway", "BOOLEAN" },
    } },
    NotifyMinBrokerIdChangeRequestHeader = { name = "NotifyMinBrokerIdChangeRequestHeader", properties = "properties", fields = {
        { "minBrokerId", "minBrokerId", "LONG" },
        { "brokerName", "brokerName", "STRING" },
        { "minBrokerAddr", "minBrokerAddr", "STRING" },
        { "offlineBrokerAddr", "offlineBrokerAddr", "STRING" },
        { "haBrokerAddr", "haBrokerAddr", "STRING" },
    } },
    NotifyUnsubscribeLiteRequestHeader = { name = "NotifyUnsubscribeLiteRequestHeader", properties = "properties", fields = {
        { "liteTopic", "liteTopic", "STRING" },
        { "consumerGroup", "consumerGroup", "STRING" },
        { "clientId", "clientId", "STRING" },
        { "ns", "ns", "STRING" },
        { "nsd", "nsd", "BOOLEAN" },
        { "bname", "bname", "STRING" },
        { "oway", "oway", "BOOLEAN" },
    } },
    PeekMessageRequestHeader = { name = "PeekMessageRequestHeader", properties = "properties", fields = {
        { "topic", "topic", "STRING" },
        { "queueId", "queueId", "INT" },
        { "maxMsgNums", "maxMsgNums", "INT" },
        { "consumerGroup", "consumerGroup", "STRING" },
        { "lo", "lo", "BOOLEAN" },
        { "ns", "ns", "STRING" },
        { "nsd", "nsd", "BOOLEAN" },
        { "bname", "bname", "STRING" },
        { "oway", "oway", "BOOLEAN" },
    } },
    PollingInfoRequestHeader = { name = "PollingInfoRequestHeader", properties = "properties", fields = {
        { "consumerGroup", "consumerGroup", "STRING" },
        { "topic", "topic", "STRING" },
        { "queueId", "queueId", "INT" },
        { "lo", "lo", "BOOLEAN" },
        { "ns", "ns", "STRING" },
        { "nsd", "nsd", "BOOLEAN" },
        { "bname", "bname", "STRING" },
        { "oway", "oway", "BOOLEAN" },
    } },
    PollingInfoResponseHeader = { name = "PollingInfoResponseHeader", properties = "properties", fields = {
        { "pollingNum", "pollingNum", "INT" },
    } },
    PopLiteMessageRequestHeader = { name = "PopLiteMessageRequestHeader", properties = "properties", fields = {
        { "clientId", "clientId", "STRING" },
        { "consumerGroup", "consumerGroup", "STRING" },
        { "topic", "topic", "STRING" },
        { "maxMsgNum", "maxMsgNum", "INT" },
        { "invisibleTime", "invisibleTime", "LONG" },
        { "pollTime", "pollTime", "LONG" },
        { "bornTime", "bornTime", "LONG" },
        { "attemptId", "attemptId", "STRING" },
        { "ns", "ns", "STRING" },
        { "nsd", "nsd", "BOOLEAN" },
        { "bname", "bname", "STRING" },
        { "oway", "oway", "BOOLEAN" },
    } },
    PopLiteMessageResponseHeader = { name = "PopLiteMessageResponseHeader", properties = "properties", fields = {
        { "popTime", "popTime", "LONG" },
        { "invisibleTime", "invisibleTime", "LONG" },
        { "reviveQid", "reviveQid", "INT" },
        { "startOffsetInfo", "startOffsetInfo", "STRING" },
        { "msgOffsetInfo", "msgOffsetInfo", "STRING" },
        { "orderCountInfo", "orderCountInfo", "STRING" },
    } },
    PopMessageRequestHeader = { name = "PopMessageRequestHeader", properties = "properties", fields = {
        { "consumerGroup", "consumerGroup", "STRING" },
        { "topic", "topic", "STRING" },
        { "queueId", "queueId", "INT" },
        { "maxMsgNums", "maxMsgNums", "INT" },
        { "invisibleTime", "invisibleTime", "LONG" },
        { "pollTime", "pollTime", "LONG" },
        { "bornTime", "bornTime", "LONG" },
        { "initMode", "initMode", "INT" },
        { "expType", "expType", "STRING" },
        { "exp", "exp", "STRING" },
        { "order", "order", "BOOLEAN" },
        { "attemptId", "attemptId", "STRING" },
        { "lo", "lo", "BOOLEAN" },
        { "ns", "ns", "STRING" },
        { "nsd", "nsd", "BOOLEAN" },
        { "bname", "bname", "STRING" },
        { "oway", "oway", "BOOLEAN" },
    } },
    PopMessageResponseHeader = { name = "PopMessageResponseHeader", properties = "properties", fields = {
        { "popTime", "popTime", "LONG" },
        { "invisibleTime", "invisibleTime", "LONG" },
        { "reviveQid", "reviveQid", "INT" },
        { "restNum", "restNum", "LONG" },
        { "startOffsetInfo", "startOffsetInfo", "STRING" },
        { "msgOffsetInfo", "msgOffsetInfo", "STRING" },
        { "orderCountInfo", "orderCountInfo", "STRING" },
    } },
    PullMessageRequestHeader = { name = "PullMessageRequestHeader", properties = "properties", fields = {
        { "consumerGroup", "consumerGroup", "STRING" },
        { "topic", "topic", "STRING" },
        { "liteTopic", "liteTopic", "STRING" },
        { "queueId", "queueId", "INT" },
        { "queueOffset", "queueOffset", "LONG" },
        { "maxMsgNums", "maxMsgNums", "INT" },
        { "sysFlag", "sysFlag", "INT" },
        { "commitOffset", "commitOffset", "LONG" },
        { "suspendTimeoutMillis", "suspendTimeoutMillis", "LONG" },
        { "subscription", "subscription", "STRING" },
        { "subVersion", "subVersion", "LONG" },
        { "expressionType", "expressionType", "STRING" },
        { "maxMsgBytes", "maxMsgBytes", "INT" },
        { "requestSource", "requestSource", "INT" },
        { "proxyFrowardClientId", "proxyFrowardClientId", "STRING" },
        { "lo", "lo", "BOOLEAN" },
        { "ns", "ns", "STRING" },
        { "nsd", "nsd", "BOOLEAN" },
        { "bname", "bname", "STRING" },
        { "oway", "oway", "BOOLEAN" },
    } },
    PullMessageResponseHeader = { name = "PullMessageResponseHeader", properties = "properties", fields = {
        { "suggestWhichBrokerId", "suggestWhichBrokerId", "LONG" },
        { "nextBeginOffset", "nextBeginOffset", "LONG" },
        { "minOffset", "minOffset", "LONG" },
        { "maxOffset", "maxOffset", "LONG" },
        { "offsetDelta", "offsetDelta", "LONG" },
        { "topicSysFlag", "topicSysFlag", "INT" },
        { "groupSysFlag", "groupSysFlag", "INT" },
        { "forbiddenType", "forbiddenType", "INT" },
    } },
    PutKVConfigRequestHeader = { name = "PutKVConfigRequestHeader", properties = "properties", fields = {
        { "namespace", "namespace", "STRING" },
        { "key", "key", "STRING" },
        { "value", "value", "STRING" },
    } },
    QueryConsumeQueueRequestHeader = { name = "QueryConsumeQueueRequestHeader", properties = "properties", fields = {
        { "topic", "topic", "STRING" },
        { "queueId", "queueId", "INT" },
        { "index", "index", "LONG" },
        { "count", "count", "INT" },
        { "consumerGroup", "consumerGroup", "STRING" },
        { "lo", "lo", "BOOLEAN" },
        { "ns", "ns", "STRING" },
        { "nsd", "nsd", "BOOLEAN" },
        { "bname", "bname", "STRING" },
        { "oway", "oway", "BOOLEAN" },
    } },
    QueryConsumeTimeSpanRequestHeader = { name = "QueryConsumeTimeSpanRequestHeader", properties = "properties", fields = {
        { "topic", "topic", "STRING" },
        { "group", "group", "STRING" },
        { "lo", "lo", "BOOLEAN" },
        { "ns", "ns", "STRING" },
        { "nsd", "nsd", "BOOLEAN" },
        { "bname", "bname", "STRING" },
        { "oway", "oway", "BOOLEAN" },
    } },
    QueryConsumerOffsetRequestHeader = { name = "QueryConsumerOffsetRequestHeader", properties = "properties", fields = {
        { "consumerGroup", "consumerGroup", "STRING" },
        { "topic", "topic", "STRING" },
        { "queueId", "queueId", "INT" },
        { "setZeroIfNotFound", "setZeroIfNotFound", "BOOLEAN" },
        { "lo", "lo", "BOOLEAN" },
        { "ns", "ns", "STRING" },
        { "nsd", "nsd", "BOOLEAN" },
        { "bname", "bname", "STRING" },
        { "oway", "oway", "BOOLEAN" },
    } },
    QueryConsumerOffsetResponseHeader = { name = "QueryConsumerOffsetResponseHeader", properties = "properties", fields = {
        { "offset", "offset", "LONG" },
    } },
    QueryCorrectionOffsetHeader = { name = "QueryCorrectionOffsetHeader", properties = "properties", fields = {
        { "filterGroups", "filterGroups", "STRING" },
        { "compareGroup", "compareGroup", "STRING" },
        { "topic", "topic", "STRING" },
        { "lo", "lo", "BOOLEAN" },
        { "ns", "ns", "STRING" },
        { "nsd", "nsd", "BOOLEAN" },
        { "bname", "bname", "STRING" },
        { "oway", "oway", "BOOLEAN" },
    } },
    QueryDataVersionRequestHeader = { name = "QueryDataVersionRequestHeader", properties = "properties", fields = {
        { "brokerName", "brokerName", "STRING" },
        { "brokerAddr", "brokerAddr", "STRING" },
        { "clusterName", "clusterName", "STRING" },
        { "brokerId", "brokerId", "LONG" },
    } },
    QueryDataVersionResponseHeader = { name = "QueryDataVersionResponseHeader", properties = "properties", fields = {
        { "changed", "changed", "BOOLEAN" },
    } },
    QueryMessageRequestHeader = { name = "QueryMessageRequestHeader", properties = "properties", fields = {
        { "topic", "topic", "STRING" },
        { "key", "key", "STRING" },
        { "maxNum", "maxNum", "INT" },
        { "beginTimestamp", "beginTimestamp", "LONG" },
        { "endTimestamp", "endTimestamp", "LONG" },
        { "indexType", "indexType", "STRING" },
        { "lastKey", "lastKey", "STRING" },
        { "lo", "lo", "BOOLEAN" },
        { "ns", "ns", "STRING" },
        { "nsd", "nsd", "BOOLEAN" },
        { "bname", "bname", "STRING" },
        { "oway", "oway", "BOOLEAN" },
    } },
    QueryMessageResponseHeader = { name = "QueryMessageResponseHeader", properties = "properties", fields = {
        { "indexLastUpdateTimestamp", "indexLastUpdateTimestamp", "LONG" },
        { "indexLastUpdatePhyoffset", "indexLastUpdatePhyoffset", "LONG" },
    } },
    QuerySubscriptionByConsumerRequestHeader = { name = "QuerySubscriptionByConsumerRequestHeader", properties = "properties", fields = {
        { "group", "group", "STRING" },
        { "topic", "topic", "STRING" },
        { "lo", "lo", "BOOLEAN" },
        { "ns", "ns", "STRING" },
        { "nsd", "nsd", "BOOLEAN" },
        { "bname", "bname", "STRING" },
        { "oway", "oway", "BOOLEAN" },
    } },
    QueryTopicConsumeByWhoRequestHeader = { name = "QueryTopicConsumeByWhoRequestHeader", properties = "properties", fields = {
        { "topic", "topic", "STRING" },
        { "lo", "lo", "BOOLEAN" },
        { "ns", "ns", "STRING" },
        { "nsd", "nsd", "BOOLEAN" },
        { "bname", "bname", "STRING" },
        { "oway", "oway", "BOOLEAN" },
    } },
    QueryTopicsByConsumerRequestHeader = { name = "QueryTopicsByConsumerRequestHeader", properties = "properties", fields = {
        { "group", "group", "STRING" },
        { "ns", "ns", "STRING" },
        { "nsd", "nsd", "BOOLEAN" },
        { "bname", "bname", "STRING" },
        { "oway", "oway", "BOOLEAN" },
    } },
    RecallMessageRequestHeader = { name = "RecallMessageRequestHeader", properties = "properties", fields = {
        { "producerGroup", "producerGroup", "STRING" },
        { "topic", "topic", "STRING" },
        { "recallHandle", "recallHandle", "STRING" },
        { "lo", "lo", "BOOLEAN" },
        { "ns", "ns", "STRING" },
        { "nsd", "nsd", "BOOLEAN" },
        { "bname", "bname", "STRING" },
        { "oway", "oway", "BOOLEAN" },
    } },
    RecallMessageResponseHeader = { name = "RecallMessageResponseHeader", properties = "properties", fields = {
        { "msgId", "msgId", "STRING" },
    } },
    RegisterBrokerRequestHeader = { name = "RegisterBrokerRequestHeader", properties = "properties", fields = {
        { "brokerName", "brokerName", "STRING" },
        { "brokerAddr", "brokerAddr", "STRING" },
        { "clusterName", "clusterName", "STRING" },
        { "haServerAddr", "haServerAddr", "STRING" },
        { "brokerId", "brokerId", "LONG" },
        { "heartbeatTimeoutMillis", "heartbeatTimeoutMillis", "LONG" },
        { "enableActingMaster", "enableActingMaster", "BOOLEAN" },
        { "compressed", "compressed", "BOOLEAN" },
        { "bodyCrc32", "bodyCrc32", "INT" },
    } },
    RegisterBrokerResponseHeader = { name = "RegisterBrokerResponseHeader", properties = "properties", fields = {
        { "haServerAddr", "haServerAddr", "STRING" },
        { "masterAddr", "masterAddr", "STRING" },
    } },
    RegisterBrokerToControllerRequestHeader = { name = "RegisterBrokerToControllerRequestHeader", properties = "properties", fields = {
        { "clusterName", "clusterName", "STRING" },
        { "brokerName", "brokerName", "STRING" },
        { "brokerId", "brokerId", "LONG" },
        { "brokerAddress", "brokerAddress", "STRING" },
        { "invokeTime", "invokeTime", "LONG" },
    } },
    RegisterBrokerToControllerResponseHeader = { name = "RegisterBrokerToControllerResponseHeader", properties = "properties", fields = {
        { "clusterName", "clusterName", "STRING" },
        { "brokerName", "brokerName", "STRING" },
        { "masterBrokerId", "masterBrokerId", "LONG" },
        { "masterAddress", "masterAddress", "STRING" },
        { "masterEpoch", "masterEpoch", "INT" },
        { "syncStateSetEpoch", "syncStateSetEpoch", "INT" },
    } },
    RegisterFilterServerRequestHeader = { name = "RegisterFilterServerRequestHeader", properties = "properties", fields = {
        { "filterServerAddr", "filterServerAddr", "STRING" },
    } },
    RegisterFilterServerResponseHeader = { name = "RegisterFilterServerResponseHeader", properties = "properties", fields = {
        { "brokerName", "brokerName", "STRING" },
        { "brokerId", "brokerId", "LONG" },
    } },
    RegisterMessageFilterClassRequestHeader = { name = "RegisterMessageFilterClassRequestHeader", properties = "properties", fields = {
        { "consumerGroup", "consumerGroup", "STRING" },
        { "topic", "topic", "STRING" },
        { "className", "className", "STRING" },
        { "classCRC", "classCRC", "INT" },
    } },
    RegisterOrderTopicRequestHeader = { name = "RegisterOrderTopicRequestHeader", properties = "properties", fields = {
        { "topic", "topic", "STRING" },
        { "orderTopicString", "orderTopicString", "STRING" },
    } },
    RegisterTopicRequestHeader = { name = "RegisterTopicRequestHeader", properties = "properties", fields = {
        { "topic", "topic", "STRING" },
        { "lo", "lo", "BOOLEAN" },
        { "ns", "ns", "STRING" },
        { "nsd", "nsd", "BOOLEAN" },
        { "bname", "bname", "STRING" },
        { "oway", "oway", "BOOLEAN" },
    } },
    RemoveBrokerRequestHeader = { name = "RemoveBrokerRequestHeader", properties = "properties", fields = {
        { "brokerName", "brokerName", "STRING" },
        { "brokerClusterName", "brokerClusterName", "STRING" },
        { "brokerId", "brokerId", "LONG" },
    } },
    ReplyMessageRequestHeader = { name = "ReplyMessageRequestHeader", properties = "properties", fields = {
        { "producerGroup", "producerGroup", "STRING" },
        { "topic", "topic", "STRING" },
        { "defaultTopic", "defaultTopic", "STRING" },
        { "defaultTopicQueueNums", "defaultTopicQueueNums", "INT" },
        { "queueId", "queueId", "INT" },
        { "sysFlag", "sysFlag", "INT" },
        { "bornTimestamp", "bornTimestamp", "LONG" },
        { "flag", "flag", "INT" },
        { "properties", "properties", "STRING" },
        { "reconsumeTimes", "reconsumeTimes", "INT" },
        { "unitMode", "unitMode", "BOOLEAN" },
        { "bornHost", "bornHost", "STRING" },
        { "storeHost", "storeHost", "STRING" },
        { "storeTimestamp", "storeTimestamp", "LONG" },
        { "lo", "lo", "BOOLEAN" },
        { "ns", "ns", "STRING" },
        { "nsd", "nsd", "BOOLEAN" },
        { "bname", "bname", "STRING" },
        { "oway", "oway", "BOOLEAN" },
    } },
    ResetMasterFlushOffsetHeader = { name = "ResetMasterFlushOffsetHeader", properties = "properties", fields = {
        { "masterFlushOffset", "masterFlushOffset", "LONG" },
    } },
    ResetOffsetRequestHeader = { name = "ResetOffsetRequestHeader", properties = "properties", fields = {
        { "group", "group", "STRING" },
        { "topic", "topic", "STRING" },
        { "queueId", "queueId", "INT" },
        { "offset", "offset", "LONG" },
        { "timestamp", "timestamp", "LONG" },
        { "isForce", "isForce", "BOOLEAN" },
        { "lo", "lo", "BOOLEAN" },
        { "ns", "ns", "STRING" },
        { "nsd", "nsd", "BOOLEAN" },
        { "bname", "bname", "STRING" },
        { "oway", "oway", "BOOLEAN" },
    } },
    ResumeCheckHalfMessageRequestHeader = { name = "ResumeCheckHalfMessageRequestHeader", properties = "properties", fields = {
        { "topic", "topic", "STRING" },
        { "msgId", "msgId", "STRING" },
    } },
    SearchOffsetRequestHeader = { name = "SearchOffsetRequestHeader", properties = "properties", fields = {
        { "topic", "topic", "STRING" },
        { "liteTopic", "liteTopic", "STRING" },
        { "queueId", "queueId", "INT" },
        { "timestamp", "timestamp", "LONG" },
        { "boundaryType", "boundaryType", "BOUNDARY" },
        { "lo", "lo", "BOOLEAN" },
        { "ns", "ns", "STRING" },
        { "nsd", "nsd", "BOOLEAN" },
        { "bname", "bname", "STRING" },
        { "oway", "oway", "BOOLEAN" },
    } },
    SearchOffsetResponseHeader = { name = "SearchOffsetResponseHeader", properties = "properties", fields = {
        { "offset", "offset", "LONG" },
    } },
    SendMessageRequestHeader = { name = "SendMessageRequestHeader", properties = "properties", fields = {
        { "producerGroup", "producerGroup", "STRING" },
        { "topic", "topic", "STRING" },
        { "defaultTopic", "defaultTopic", "STRING" },
        { "defaultTopicQueueNums", "defaultTopicQueueNums", "INT" },
        { "queueId", "queueId", "INT" },
        { "sysFlag", "sysFlag", "INT" },
        { "bornTimestamp", "bornTimestamp", "LONG" },
        { "flag", "flag", "INT" },
        { "properties", "properties", "STRING" },
        { "reconsumeTimes", "reconsumeTimes", "INT" },
        { "unitMode", "unitMode", "BOOLEAN" },
        { "batch", "batch", "BOOLEAN" },
        { "maxReconsumeTimes", "maxReconsumeTimes", "INT" },
        { "lo", "lo", "BOOLEAN" },
        { "ns", "ns", "STRING" },
        { "nsd", "nsd", "BOOLEAN" },
        { "bname", "bname", "STRING" },
        { "oway", "oway", "BOOLEAN" },
    } },
    SendMessageRequestHeaderV2 = { name = "SendMessageRequestHeaderV2", properties = "i", fields = {
        { "a", "producerGroup", "STRING" },
        { "b", "topic", "STRING" },
        { "c", "defaultTopic", "STRING" },
        { "d", "defaultTopicQueueNums", "INT" },
        { "e", "queueId", "INT" },
        { "f", "sysFlag", "INT" },
        { "g", "bornTimestamp", "LONG" },
        { "h", "flag", "INT" },
        { "i", "properties", "STRING" },
        { "j", "reconsumeTimes", "INT" },
        { "k", "unitMode", "BOOLEAN" },
        { "l", "maxReconsumeTimes", "INT" },
        { "m", "batch", "BOOLEAN" },
        { "n", "bname", "STRING" },
    } },
    SendMessageResponseHeader = { name = "SendMessageResponseHeader", properties = "properties", fields = {
        { "msgId", "msgId", "STRING" },
        { "queueId", "queueId", "INT" },
        { "queueOffset", "queueOffset", "LONG" },
        { "transactionId", "transactionId", "STRING" },
        { "batchUniqId", "batchUniqId", "STRING" },
        { "recallHandle", "recallHandle", "STRING" },
    } },
    StatisticsMessagesRequestHeader = { name = "StatisticsMessagesRequestHeader", properties = "properties", fields = {
        { "consumerGroup", "consumerGroup", "STRING" },
        { "topic", "topic", "STRING" },
        { "queueId", "queueId", "INT" },
        { "fromTime", "fromTime", "LONG" },
        { "toTime", "toTime", "LONG" },
        { "lo", "lo", "BOOLEAN" },
        { "ns", "ns", "STRING" },
        { "nsd", "nsd", "BOOLEAN" },
        { "bname", "bname", "STRING" },
        { "oway", "oway", "BOOLEAN" },
    } },
    TriggerLiteDispatchRequestHeader = { name = "TriggerLiteDispatchRequestHeader", properties = "properties", fields = {
        { "group", "group", "STRING" },
        { "clientId", "clientId", "STRING" },
    } },
    UnRegisterBrokerRequestHeader = { name = "UnRegisterBrokerRequestHeader", properties = "properties", fields = {
        { "brokerName", "brokerName", "STRING" },
        { "brokerAddr", "brokerAddr", "STRING" },
        { "clusterName", "clusterName", "STRING" },
        { "brokerId", "brokerId", "LONG" },
    } },
    UnlockBatchMqRequestHeader = { name = "UnlockBatchMqRequestHeader", properties = "properties", fields = {
        { "ns", "ns", "STRING" },
        { "nsd", "nsd", "BOOLEAN" },
        { "bname", "bname", "STRING" },
        { "oway", "oway", "BOOLEAN" },
    } },
    UnregisterClientRequestHeader = { name = "UnregisterClientRequestHeader", properties = "properties", fields = {
        { "clientID", "clientID", "STRING" },
        { "producerGroup", "producerGroup", "STRING" },
        { "consumerGroup", "consumerGroup", "STRING" },
        { "ns", "ns", "STRING" },
        { "nsd", "nsd", "BOOLEAN" },
        { "bname", "bname", "STRING" },
        { "oway", "oway", "BOOLEAN" },
    } },
    UnregisterClientResponseHeader = { name = "UnregisterClientResponseHeader", properties = "properties", fields = {
    } },
    UpdateAclRequestHeader = { name = "UpdateAclRequestHeader", properties = "properties", fields = {
        { "subject", "subject", "STRING" },
    } },
    UpdateConsumerOffsetRequestHeader = { name = "UpdateConsumerOffsetRequestHeader", properties = "properties", fields = {
        { "consumerGroup", "consumerGroup", "STRING" },
        { "topic", "topic", "STRING" },
        { "queueId", "queueId", "INT" },
        { "commitOffset", "commitOffset", "LONG" },
        { "lo", "lo", "BOOLEAN" },
        { "ns", "ns", "STRING" },
        { "nsd", "nsd", "BOOLEAN" },
        { "bname", "bname", "STRING" },
        { "oway", "oway", "BOOLEAN" },
    } },
    UpdateConsumerOffsetResponseHeader = { name = "UpdateConsumerOffsetResponseHeader", properties = "properties", fields = {
    } },
    UpdateGlobalWhiteAddrsConfigRequestHeader = { name = "UpdateGlobalWhiteAddrsConfigRequestHeader", properties = "properties", fields = {
        { "globalWhiteAddrs", "globalWhiteAddrs", "STRING" },
        { "aclFileFullPath", "aclFileFullPath", "STRING" },
    } },
    UpdateGroupForbiddenRequestHeader = { name = "UpdateGroupForbiddenRequestHeader", properties = "properties", fields = {
        { "group", "group", "STRING" },
        { "topic", "topic", "STRING" },
        { "readable", "readable", "BOOLEAN" },
        { "lo", "lo", "BOOLEAN" },
        { "ns", "ns", "STRING" },
        { "nsd", "nsd", "BOOLEAN" },
        { "bname", "bname", "STRING" },
        { "oway", "oway", "BOOLEAN" },
    } },
    UpdateUserRequestHeader = { name = "UpdateUserRequestHeader", properties = "properties", fields = {
        { "username", "username", "STRING" },
    } },
    ViewBrokerStatsDataRequestHeader = { name = "ViewBrokerStatsDataRequestHeader", properties = "properties", fields = {
        { "statsName", "statsName", "STRING" },
        { "statsKey", "statsKey", "STRING" },
    } },
    ViewMessageRequestHeader = { name = "ViewMessageRequestHeader", properties = "properties", fields = {
        { "topic", "topic", "STRING" },
        { "offset", "offset", "LONG" },
    } },
    ViewMessageResponseHeader = { name = "ViewMessageResponseHeader", properties = "properties", fields = {
    } },
    WipeWritePermOfBrokerRequestHeader = { name = "WipeWritePermOfBrokerRequestHeader", properties = "properties", fields = {
        { "brokerName", "brokerName", "STRING" },
    } },
    WipeWritePermOfBrokerResponseHeader = { name = "WipeWritePermOfBrokerResponseHeader", properties = "properties", fields = {
        { "wipeTopicCount", "wipeTopicCount", "INT" },
    } },
}
local REQUESTS = {
    [10] = HEADERS.SendMessageRequestHeader,
    [11] = HEADERS.PullMessageRequestHeader,
    [12] = HEADERS.QueryMessageRequestHeader,
    [14] = HEADERS.QueryConsumerOffsetRequestHeader,
    [15] = HEADERS.UpdateConsumerOffsetRequestHeader,
    [17] = HEADERS.CreateTopicRequestHeader,
    [18] = HEADERS.CreateTopicListRequestHeader,
    [21] = HEADERS.GetAllTopicConfigRequestHeader,
    [29] = HEADERS.SearchOffsetRequestHeader,
    [30] = HEADERS.GetMaxOffsetRequestHeader,
    [31] = HEADERS.GetMinOffsetRequestHeader,
    [32] = HEADERS.GetEarliestMsgStoretimeRequestHeader,
    [33] = HEADERS.ViewMessageRequestHeader,
    [34] = HEADERS.HeartbeatRequestHeader,
    [35] = HEADERS.UnregisterClientRequestHeader,
    [36] = HEADERS.ConsumerSendMsgBackRequestHeader,
    [37] = HEADERS.EndTransactionRequestHeader,
    [38] = HEADERS.GetConsumerListByGroupRequestHeader,
    [39] = HEADERS.CheckTransactionStateRequestHeader,
    [40] = HEADERS.NotifyConsumerIdsChangedRequestHeader,
    [41] = HEADERS.LockBatchMqRequestHeader,
    [42] = HEADERS.UnlockBatchMqRequestHeader,
    [50] = HEADERS.CreateAccessConfigRequestHeader,
    [51] = HEADERS.DeleteAccessConfigRequestHeader,
    [53] = HEADERS.UpdateGlobalWhiteAddrsConfigRequestHeader,
    [100] = HEADERS.PutKVConfigRequestHeader,
    [101] = HEADERS.GetKVConfigRequestHeader,
    [102] = HEADERS.DeleteKVConfigRequestHeader,
    [103] = HEADERS.RegisterBrokerRequestHeader,
    [104] = HEADERS.UnRegisterBrokerRequestHeader,
    [105] = HEADERS.GetRouteInfoRequestHeader,
    [201] = HEADERS.GetAllSubscriptionGroupRequestHeader,
    [202] = HEADERS.GetTopicStatsInfoRequestHeader,
    [203] = HEADERS.GetConsumerConnectionListRequestHeader,
    [204] = HEADERS.GetProducerConnectionListRequestHeader,
    [205] = HEADERS.WipeWritePermOfBrokerRequestHeader,
    [207] = HEADERS.DeleteSubscriptionGroupRequestHeader,
    [208] = HEADERS.GetConsumeStatsRequestHeader,
    [215] = HEADERS.DeleteTopicRequestHeader,
    [216] = HEADERS.DeleteTopicFromNamesrvRequestHeader,
    [217] = HEADERS.RegisterTopicRequestHeader,
    [219] = HEADERS.GetKVListByNamespaceRequestHeader,
    [220] = HEADERS.ResetOffsetRequestHeader,
    [221] = HEADERS.GetConsumerStatusRequestHeader,
    [222] = HEADERS.ResetOffsetRequestHeader,
    [223] = HEADERS.GetConsumerStatusRequestHeader,
    [224] = HEADERS.GetTopicsByClusterRequestHeader,
    [300] = HEADERS.QueryTopicConsumeByWhoRequestHeader,
    [301] = HEADERS.RegisterFilterServerRequestHeader,
    [302] = HEADERS.RegisterMessageFilterClassRequestHeader,
    [303] = HEADERS.QueryConsumeTimeSpanRequestHeader,
    [307] = HEADERS.GetConsumerRunningInfoRequestHeader,
    [308] = HEADERS.QueryCorrectionOffsetHeader,
    [309] = HEADERS.ConsumeMessageDirectlyResultRequestHeader,
    [310] = HEADERS.SendMessageRequestHeaderV2,
    [314] = HEADERS.CloneGroupOffsetRequestHeader,
    [315] = HEADERS.ViewBrokerStatsDataRequestHeader,
    [317] = HEADERS.GetConsumeStatsInBrokerHeader,
    [320] = HEADERS.SendMessageRequestHeaderV2,
    [321] = HEADERS.QueryConsumeQueueRequestHeader,
    [322] = HEADERS.QueryDataVersionRequestHeader,
    [323] = HEADERS.ResumeCheckHalfMessageRequestHeader,
    [324] = HEADERS.SendMessageRequestHeader,
    [325] = HEADERS.SendMessageRequestHeaderV2,
    [326] = HEADERS.ReplyMessageRequestHeader,
    [327] = HEADERS.AddWritePermOfBrokerRequestHeader,
    [328] = HEADERS.GetAllProducerInfoRequestHeader,
    [343] = HEADERS.QueryTopicsByConsumerRequestHeader,
    [345] = HEADERS.QuerySubscriptionByConsumerRequestHeader,
    [351] = HEADERS.GetTopicConfigRequestHeader,
    [352] = HEADERS.GetSubscriptionGroupConfigRequestHeader,
    [353] = HEADERS.UpdateGroupForbiddenRequestHeader,
    [354] = HEADERS.CheckRocksdbCqWriteProgressRequestHeader,
    [355] = HEADERS.ExportRocksDBConfigToJsonRequestHeader,
    [361] = HEADERS.PullMessageRequestHeader,
    [370] = HEADERS.RecallMessageRequestHeader,
    [513] = HEADERS.CreateTopicRequestHeader,
    [901] = HEADERS.GetBrokerMemberGroupRequestHeader,
    [902] = HEADERS.AddBrokerRequestHeader,
    [903] = HEADERS.RemoveBrokerRequestHeader,
    [904] = HEADERS.BrokerHeartbeatRequestHeader,
    [905] = HEADERS.NotifyMinBrokerIdChangeRequestHeader,
    [906] = HEADERS.ExchangeHAInfoRequestHeader,
    [908] = HEADERS.ResetMasterFlushOffsetHeader,
    [1001] = HEADERS.AlterSyncStateSetRequestHeader,
    [1002] = HEADERS.ElectMasterRequestHeader,
    [1003] = HEADERS.RegisterBrokerToControllerRequestHeader,
    [1004] = HEADERS.GetReplicaInfoRequestHeader,
    [1008] = HEADERS.NotifyBrokerRoleChangedRequestHeader,
    [1011] = HEADERS.CleanControllerBrokerDataRequestHeader,
    [1012] = HEADERS.GetNextBrokerIdRequestHeader,
    [1013] = HEADERS.ApplyBrokerIdRequestHeader,
    [3001] = HEADERS.CreateUserRequestHeader,
    [3002] = HEADERS.UpdateUserRequestHeader,
    [3003] = HEADERS.DeleteUserRequestHeader,
    [3004] = HEADERS.GetUserRequestHeader,
    [3005] = HEADERS.ListUsersRequestHeader,
    [3006] = HEADERS.CreateAclRequestHeader,
    [3007] = HEADERS.UpdateAclRequestHeader,
    [3008] = HEADERS.DeleteAclRequestHeader,
    [3009] = HEADERS.GetAclRequestHeader,
    [3010] = HEADERS.ListAclsRequestHeader,
    [200050] = HEADERS.PopMessageRequestHeader,
    [200051] = HEADERS.AckMessageRequestHeader,
    [200052] = HEADERS.PeekMessageRequestHeader,
    [200053] = HEADERS.ChangeInvisibleTimeRequestHeader,
    [200054] = HEADERS.NotificationRequestHeader,
    [200055] = HEADERS.PollingInfoRequestHeader,
    [200070] = HEADERS.PopLiteMessageRequestHeader,
    [200071] = HEADERS.LiteSubscriptionCtlRequestHeader,
    [200073] = HEADERS.NotifyUnsubscribeLiteRequestHeader,
    [200075] = HEADERS.GetParentTopicInfoRequestHeader,
    [200076] = HEADERS.GetLiteTopicInfoRequestHeader,
    [200077] = HEADERS.GetLiteClientInfoRequestHeader,
    [200078] = HEADERS.GetLiteGroupInfoRequestHeader,
    [200079] = HEADERS.TriggerLiteDispatchRequestHeader,
}
local RESPONSES = {
    [10] = HEADERS.SendMessageResponseHeader,
    [11] = HEADERS.PullMessageResponseHeader,
    [12] = HEADERS.QueryMessageResponseHeader,
    [14] = HEADERS.QueryConsumerOffsetResponseHeader,
    [15] = HEADERS.UpdateConsumerOffsetResponseHeader,
    [21] = HEADERS.GetAllTopicConfigResponseHeader,
    [26] = HEADERS.GetBrokerConfigResponseHeader,
    [29] = HEADERS.SearchOffsetResponseHeader,
    [30] = HEADERS.GetMaxOffsetResponseHeader,
    [31] = HEADERS.GetMinOffsetResponseHeader,
    [32] = HEADERS.GetEarliestMsgStoretimeResponseHeader,
    [33] = HEADERS.ViewMessageResponseHeader,
    [35] = HEADERS.UnregisterClientResponseHeader,
    [37] = HEADERS.EndTransactionResponseHeader,
    [38] = HEADERS.GetConsumerListByGroupResponseHeader,
    [39] = HEADERS.CheckTransactionStateResponseHeader,
    [52] = HEADERS.GetBrokerAclConfigResponseHeader,
    [101] = HEADERS.GetKVConfigResponseHeader,
    [103] = HEADERS.RegisterBrokerResponseHeader,
    [201] = HEADERS.GetAllSubscriptionGroupResponseHeader,
    [205] = HEADERS.WipeWritePermOfBrokerResponseHeader,
    [301] = HEADERS.RegisterFilterServerResponseHeader,
    [310] = HEADERS.SendMessageResponseHeader,
    [320] = HEADERS.SendMessageResponseHeader,
    [322] = HEADERS.QueryDataVersionResponseHeader,
    [324] = HEADERS.SendMessageResponseHeader,
    [325] = HEADERS.SendMessageResponseHeader,
    [327] = HEADERS.AddWritePermOfBrokerResponseHeader,
    [361] = HEADERS.PullMessageResponseHeader,
    [370] = HEADERS.RecallMessageResponseHeader,
    [906] = HEADERS.ExchangeHAInfoResponseHeader,
    [1001] = HEADERS.AlterSyncStateSetResponseHeader,
    [1002] = HEADERS.ElectMasterResponseHeader,
    [1003] = HEADERS.RegisterBrokerToControllerResponseHeader,
    [1004] = HEADERS.GetReplicaInfoResponseHeader,
    [1005] = HEADERS.GetMetaDataResponseHeader,
    [1012] = HEADERS.GetNextBrokerIdResponseHeader,
    [1013] = HEADERS.ApplyBrokerIdResponseHeader,
    [200050] = HEADERS.PopMessageResponseHeader,
    [200052] = HEADERS.PopMessageResponseHeader,
    [200053] = HEADERS.ChangeInvisibleTimeResponseHeader,
    [200054] = HEADERS.NotificationResponseHeader,
    [200055] = HEADERS.PollingInfoResponseHeader,
    [200070] = HEADERS.PopLiteMessageResponseHeader,
}

local MOST_FRAME = 16777216
local MOST_ENTRIES = 4096
local FIXED_FIELDS = 21

local rocketmq = Proto("rocketmq", "RocketMQ Remoting")

rocketmq.prefs.ports = Pref.range("TCP ports", "9876,10909,10911-10912", "Ports of name servers and brokers", 65535)
rocketmq.prefs.others = Pref.bool("Other ports too", true, "Look for frames on all other ports")

local SERIALIZE_TYPES = { [0] = "JSON", [1] = "ROCKETMQ" }

local f = {
    length = ProtoField.uint32("rocketmq.length", "Frame length"),
    serialize_type = ProtoField.uint8("rocketmq.serialize_type", "Serialize type", base.DEC, SERIALIZE_TYPES),
    header_length = ProtoField.uint24("rocketmq.header_length", "Header length"),
    code = ProtoField.int32("rocketmq.code", "Code"),
    code_name = ProtoField.string("rocketmq.code_name", "Code name"),
    language = ProtoField.string("rocketmq.language", "Language"),
    version = ProtoField.int32("rocketmq.version", "Version"),
    opaque = ProtoField.int32("rocketmq.opaque", "Opaque"),
    flag = ProtoField.int32("rocketmq.flag", "Flag"),
    response = ProtoField.bool("rocketmq.response", "Response"),
    oneway = ProtoField.bool("rocketmq.oneway", "Oneway"),
    remark = ProtoField.string("rocketmq.remark", "Remark"),
    ext_fields = ProtoField.none("rocketmq.ext_fields", "Ext fields"),
    ext = ProtoField.string("rocketmq.ext", "Ext field"),
    ext_name = ProtoField.string("rocketmq.ext.name", "Name"),
    ext_value = ProtoField.string("rocketmq.ext.value", "Value"),
    properties = ProtoField.none("rocketmq.properties", "Message properties"),
    property = ProtoField.string("rocketmq.property", "Property"),
    property_name = ProtoField.string("rocketmq.property.name", "Name"),
    property_value = ProtoField.string("rocketmq.property.value", "Value"),
    header = ProtoField.none("rocketmq.header", "Typed header"),
    header_type = ProtoField.string("rocketmq.header_type", "Header type"),
    body_length = ProtoField.uint32("rocketmq.body_length", "Body length"),
    body = ProtoField.bytes("rocketmq.body", "Body"),
    request_code = ProtoField.int32("rocketmq.request_code", "Code of the request"),
    request_name = ProtoField.string("rocketmq.request_name", "Name of the request"),
    request_in = ProtoField.framenum("rocketmq.request_in", "Request in", base.NONE, frametype.REQUEST),
    response_in = ProtoField.framenum("rocketmq.response_in", "Response in", base.NONE, frametype.RESPONSE),
    time = ProtoField.relative_time("rocketmq.time", "Time from request to response"),
}

local typed_fields = {}
for name, kind in pairs(KINDS) do
    local make = ProtoField.string
    if kind == "INT" then
        make = ProtoField.int32
    elseif kind == "LONG" then
        make = ProtoField.int64
    elseif kind == "BOOLEAN" then
        make = ProtoField.bool
    end
    typed_fields[name] = make("rocketmq.header." .. name, name)
end

local all_fields = {}
for _, field in pairs(f) do
    all_fields[#all_fields + 1] = field
end
for _, field in pairs(typed_fields) do
    all_fields[#all_fields + 1] = field
end
rocketmq.fields = all_fields

local e = {
    malformed = ProtoExpert.new("rocketmq.malformed", "Malformed frame", expert.group.MALFORMED, expert.severity.ERROR),
    field = ProtoExpert.new("rocketmq.header.malformed", "A field of the header has a value that its type cannot have",
        expert.group.PROTOCOL, expert.severity.WARN),
    refused = ProtoExpert.new("rocketmq.refused", "The response is not SUCCESS", expert.group.RESPONSE_CODE,
        expert.severity.NOTE),
    entries = ProtoExpert.new("rocketmq.entries", "Further fields are not shown", expert.group.UNDECODED,
        expert.severity.NOTE),
}
rocketmq.experts = { e.malformed, e.field, e.refused, e.entries }

local tcp_stream = Field.new("tcp.stream")
local json_dissector = Dissector.get("json")

-- Requests without a response so far, by conversation, direction and opaque; and pairs, by where either half is.
local pending = {}
local links = {}

function rocketmq.init()
    pending = {}
    links = {}
end

-- Values with where they stand: { value, offset, length } in bytes of the frame.

local function at(value, offset, length)
    return { value = value, offset = offset, length = length }
end

local function is_int32(number)
    return number >= -2147483648 and number <= 2147483647
end

local function signed(number, bits)
    return number >= 2 ^ (bits - 1) and number - 2 ^ bits or number
end

local function uint(raw, position, bytes)
    local number = 0
    for i = position, position + bytes - 1 do
        number = number * 256 + raw:byte(i)
    end
    return number
end

-- A binary header. Positions count from 1 in raw, whose first byte is the frame's byte 8. Returns it, or nil and why not.
local function read_binary(raw)
    local header = { fields = {} }
    local size = #raw
    if size < FIXED_FIELDS then
        return nil, "a binary header has at least 21 bytes"
    end
    local function number(position, bytes)
        return at(signed(uint(raw, position, bytes), bytes * 8), 7 + position, bytes)
    end
    header.code = number(1, 2)
    header.language = at(LANGUAGES[raw:byte(3)] or "unknown (" .. raw:byte(3) .. ")", 10, 1)
    header.version = number(4, 2)
    header.opaque = number(6, 4)
    header.flag = number(10, 4)
    local remark = uint(raw, 14, 4)
    if remark > size - FIXED_FIELDS then
        return nil, "the remark is longer than the header"
    end
    if remark > 0 then
        header.remark = at(raw:sub(18, 17 + remark), 25, remark)
    end
    local position = 18 + remark
    local map = uint(raw, position, 4)
    position = position + 4
    if map ~= size - position + 1 then
        return nil, "the ext fields do not end with the header"
    end
    while position <= size do
        local start = position
        if size - position + 1 < 2 then
            return nil, "an ext field is longer than the header"
        end
        local key_length = uint(raw, position, 2)
        local key_at = position + 2
        if key_length > 32767 or key_length + 4 > size - key_at + 1 then
            return nil, "the name of an ext field is longer than the header"
        end
        local value_length = uint(raw, key_at + key_length, 4)
        local value_at = key_at + key_length + 4
        if value_length > size - value_at + 1 then
            return nil, "the value of an ext field is longer than the header"
        end
        position = value_at + value_length
        header.fields[#header.fields + 1] = {
            name = raw:sub(key_at, key_at + key_length - 1),
            -- No value and an empty one are the same on the wire, and null for readers.
            value = value_length > 0 and raw:sub(value_at, position - 1) or nil,
            offset = 7 + start, length = position - start,
            value_offset = 7 + value_at, value_length = value_length,
        }
    end
    return header
end

-- JSON headers. Nothing calls itself: a header may be nested as deep as it is long.

local ESCAPES = { ['"'] = '"', ["\\"] = "\\", ["/"] = "/", b = "\b", f = "\f", n = "\n", r = "\r", t = "\t" }

local function utf8(point)
    if point < 0x80 then
        return string.char(point)
    elseif point < 0x800 then
        return string.char(0xC0 + math.floor(point / 64), 0x80 + point % 64)
    elseif point < 0x10000 then
        return string.char(0xE0 + math.floor(point / 4096), 0x80 + math.floor(point / 64) % 64, 0x80 + point % 64)
    end
    return string.char(0xF0 + math.floor(point / 262144), 0x80 + math.floor(point / 4096) % 64,
        0x80 + math.floor(point / 64) % 64, 0x80 + point % 64)
end

-- The text between quotes with its escapes replaced; nil if there is one that JSON does not have.
local function unescape(text)
    local parts = {}
    local position = 1
    while true do
        local slash = text:find("\\", position, true)
        if not slash then
            parts[#parts + 1] = text:sub(position)
            return table.concat(parts)
        end
        parts[#parts + 1] = text:sub(position, slash - 1)
        local letter = text:sub(slash + 1, slash + 1)
        if letter == "u" then
            local unit = tonumber(text:match("^%x%x%x%x", slash + 2) or "", 16)
            if not unit then
                return nil
            end
            position = slash + 6
            if unit >= 0xD800 and unit < 0xDC00 then
                local low = tonumber(text:match("^\\u(%x%x%x%x)", position) or "", 16)
                if low and low >= 0xDC00 and low < 0xE000 then
                    unit = 0x10000 + (unit - 0xD800) * 1024 + low - 0xDC00
                    position = position + 6
                end
            end
            parts[#parts + 1] = utf8((unit >= 0xD800 and unit < 0xE000) and 0xFFFD or unit)
        elseif ESCAPES[letter] then
            parts[#parts + 1] = ESCAPES[letter]
            position = slash + 2
        else
            return nil
        end
    end
end

-- The position behind the closing quote of a text whose opening one is at position; nil if there is none.
local function behind_text(raw, position)
    position = position + 1
    while true do
        local found = raw:find('["\\]', position)
        if not found then
            return nil
        elseif raw:byte(found) == 34 then
            return found + 1
        end
        position = found + 2
    end
end

local function skip_blanks(raw, position)
    return raw:match("^[ \t\r\n]*()", position)
end

-- Behind an object or array that begins at position; nil if it does not end.
local function behind_nested(raw, position)
    local depth = 0
    while true do
        local found = raw:find('["%[%]{}]', position)
        if not found then
            return nil
        end
        local byte = raw:byte(found)
        if byte == 34 then
            position = behind_text(raw, found)
            if not position then
                return nil
            end
        else
            depth = depth + ((byte == 91 or byte == 123) and 1 or -1)
            position = found + 1
            if depth == 0 then
                return position
            end
        end
    end
end

-- The value at position: its kind ("text", "bare" or "nested"), itself, and what is behind it; nil if there is none.
local function json_value(raw, position)
    local first = raw:sub(position, position)
    if first == '"' then
        local behind = behind_text(raw, position)
        local text = behind and unescape(raw:sub(position + 1, behind - 2))
        if text then
            return "text", text, behind
        end
        return nil
    elseif first == "{" or first == "[" then
        local behind = behind_nested(raw, position)
        if behind then
            return "nested", raw:sub(position, behind - 1), behind
        end
        return nil
    end
    local bare = raw:match("^[%w%.%+%-]+", position)
    if bare then
        return "bare", bare, position + #bare
    end
    return nil
end

-- Calls take(name, kind, value, where) for each member of the object at position. Returns what is behind it; or nil.
local function members(raw, position, take)
    position = skip_blanks(raw, position + 1)
    if raw:sub(position, position) == "}" then
        return position + 1
    end
    while raw:sub(position, position) == '"' do
        local begin = position
        local behind = behind_text(raw, position)
        local name = behind and unescape(raw:sub(position + 1, behind - 2))
        position = behind and skip_blanks(raw, behind)
        if not name or raw:sub(position, position) ~= ":" then
            return nil
        end
        local value_at = skip_blanks(raw, position + 1)
        local kind, value, after = json_value(raw, value_at)
        if not kind then
            return nil
        end
        local problem = take(name, kind, value,
            { offset = 7 + begin, length = after - begin, value_offset = 7 + value_at, value_length = after - value_at,
                position = value_at })
        if problem then
            return nil, problem
        end
        position = skip_blanks(raw, after)
        local separator = raw:sub(position, position)
        if separator == "}" then
            return position + 1
        elseif separator ~= "," then
            return nil
        end
        position = skip_blanks(raw, position + 1)
    end
    return nil
end

local NUMBERS = { code = true, version = true, opaque = true, flag = true }

local function read_ext_fields(raw, fields, kind, where)
    if kind ~= "nested" or raw:sub(where.position, where.position) ~= "{" then
        return "extFields is no object"
    end
    for i = #fields, 1, -1 do
        fields[i] = nil
    end
    local behind, problem = members(raw, where.position, function(name, value_kind, value, place)
        if value_kind == "nested" then
            return "the value of an ext field is no text"
        end
        place.name = name
        if value_kind == "text" or value ~= "null" then
            place.value = value
        end
        fields[#fields + 1] = place
    end)
    if not behind then
        return problem or "extFields is no JSON"
    end
end

local function read_json(raw)
    local header = { fields = {} }
    local position = skip_blanks(raw, 1)
    if raw:sub(position, position) ~= "{" then
        return nil, "a JSON header begins with {"
    end
    local behind, problem = members(raw, position, function(name, kind, value, where)
        local place = at(value, where.value_offset, where.value_length)
        if NUMBERS[name] then
            place.value = kind == "bare" and value:match("^%-?%d+$") and tonumber(value)
            if not place.value or not is_int32(place.value) then
                return name .. " is no number of 32 bits"
            end
            header[name] = place
        elseif kind == "bare" and value == "null" then
            return nil
        elseif name == "extFields" then
            return read_ext_fields(raw, header.fields, kind, where)
        elseif name == "remark" or name == "language" then
            if kind ~= "text" then
                return name .. " is no text"
            end
            header[name] = place
        end
    end)
    if not behind then
        return nil, problem or "the header is no JSON object"
    elseif skip_blanks(raw, behind) <= #raw then
        return nil, "text follows the JSON object"
    elseif not header.opaque then
        return nil, "a JSON header has an opaque"
    end
    for _, name in ipairs({ "code", "version", "flag" }) do
        header[name] = header[name] or { value = 0 }
    end
    header.language = header.language or { value = "JAVA" }
    if not LANGUAGE_NAMES[header.language.value] then
        header.language.value = "unknown (" .. header.language.value .. ")"
    end
    return header
end

-- The tree.

-- Adds a value where it stands, or as generated where it stands nowhere.
local function add(tree, tvb, field, item)
    if item.offset then
        return tree:add(field, tvb:range(item.offset, item.length), item.value)
    end
    return tree:add(field, item.value):set_generated()
end

local function add_pairs(tree, tvb, field, pairs_found, fields)
    if #pairs_found == 0 then
        return
    end
    local first, last = pairs_found[1], pairs_found[#pairs_found]
    local branch = tree:add(field, tvb:range(first.offset, last.offset + last.length - first.offset))
    for i, pair in ipairs(pairs_found) do
        if i > MOST_ENTRIES then
            branch:add_proto_expert_info(e.entries)
            return
        end
        local range = tvb:range(pair.offset, pair.length)
        local entry = branch:add(fields[1], range, pair.name .. "=" .. (pair.value or ""))
        entry:add(fields[2], range, pair.name)
        if pair.value then
            entry:add(fields[3], tvb:range(pair.value_offset, pair.value_length), pair.value)
        end
    end
end

-- Parts without the byte 1, without a name or without a value are dropped, and the last of a name wins, as in the reference.
local function properties(field)
    local found, places = {}, {}
    for part in field.value:gmatch("[^\2]+") do
        local name, value = part:match("^([^\1]+)\1(.+)$")
        if name then
            local place = places[name] or #found + 1
            places[name] = place
            found[place] = { name = name, value = value, offset = field.value_offset, length = field.value_length,
                value_offset = field.value_offset, value_length = field.value_length }
        end
    end
    return found
end

-- Whether the digits are a number of 64 bits.
local function is_int64(digits)
    local number = digits:match("^%-?0*(%d*)$")
    local greatest = digits:sub(1, 1) == "-" and "9223372036854775808" or "9223372036854775807"
    return number and (#number < 19 or #number == 19 and number <= greatest)
end

-- What a text is as a value of a type; nil if it is none.
local function typed_value(kind, text)
    if kind == "INT" then
        local number = text:match("^%-?%d+$") and tonumber(text)
        return number and is_int32(number) and number or nil
    elseif kind == "LONG" then
        return text:match("^%-?%d+$") and is_int64(text) and Int64.new(text) or nil
    elseif kind == "BOOLEAN" then
        return text:lower() == "true"
    elseif kind == "BOUNDARY" then
        return text:upper() == "UPPER" and "UPPER" or "LOWER"
    end
    return text
end

local function is_choice(choices, text)
    for _, choice in ipairs(choices) do
        local from = choice:match("^(%d+)%.%.$")
        if choice == text or from and tonumber(text) and tonumber(text) >= tonumber(from) then
            return true
        end
    end
    return false
end

-- The typed header's fields as they are on the wire. Returns the texts by name; nil for a value that its type cannot have.
local function read_typed(type, by_key)
    local texts, found = {}, {}
    for _, field in ipairs(type.fields) do
        local key, name, kind, choices = field[1], field[2], field[3], field[4]
        local entry = by_key[key]
        local text = entry and entry.value
        if text then
            local value = typed_value(kind, text)
            if value == nil then
                return nil
            end
            if KINDS[name] == "STRING" and kind ~= "STRING" then
                value = text
            elseif KINDS[name] == "LONG" and kind == "INT" then
                value = Int64.new(text)
            end
            texts[name] = text
            found[#found + 1] = { name = name, value = value, entry = entry }
        end
        if choices and next(by_key) and not (text and is_choice(choices, text)) then
            return nil
        end
    end
    return texts, found
end

local function add_typed(tree, tvb, type, header)
    local by_key = {}
    for _, entry in ipairs(header.fields) do
        by_key[entry.name] = entry
    end
    local texts, found = read_typed(type, by_key)
    local branch = tree:add(f.header, tvb:range(8, 0)):append_text(": " .. type.name)
    if not texts then
        branch:add_proto_expert_info(e.field)
        return {}, by_key
    end
    branch:add(f.header_type, type.name):set_generated()
    for _, each in ipairs(found) do
        branch:add(typed_fields[each.name], tvb:range(each.entry.value_offset, each.entry.value_length), each.value)
    end
    return texts, by_key
end

-- Requests and responses.

local function direction(pinfo, from_sender)
    local stream = tcp_stream()
    local sender = tostring(pinfo.src) .. " " .. pinfo.src_port
    local receiver = tostring(pinfo.dst) .. " " .. pinfo.dst_port
    return (stream and stream.value or "") .. ":" .. (from_sender and sender .. ">" .. receiver
        or receiver .. ">" .. sender)
end

local function link(pinfo, tvb, header, response, oneway)
    local place = pinfo.number .. ":" .. tvb:offset() .. ":" .. header.opaque.value .. ":" .. tostring(response)
    if pinfo.visited then
        return links[place]
    end
    local key = direction(pinfo, not response) .. "#" .. header.opaque.value
    if response then
        local pair = pending[key]
        if pair then
            pending[key] = nil
            pair.response = pinfo.number
            pair.response_time = pinfo.rel_ts
            links[place] = pair
        end
        return pair
    end
    local pair = { request = pinfo.number, request_time = pinfo.rel_ts, code = header.code.value,
        name = REQUEST_CODES[header.code.value] }
    links[place] = pair
    if not oneway then
        pending[key] = pair
    end
    return pair
end

local function add_link(tree, pair, response)
    if not pair then
        return
    end
    if response then
        tree:add(f.request_in, pair.request):set_generated()
        tree:add(f.request_code, pair.code):set_generated()
        if pair.name then
            tree:add(f.request_name, pair.name):set_generated()
        end
    elseif pair.response then
        tree:add(f.response_in, pair.response):set_generated()
    end
    if pair.response then
        local seconds = pair.response_time - pair.request_time
        local whole = math.floor(seconds)
        tree:add(f.time, NSTime.new(whole, math.floor((seconds - whole) * 1e9 + 0.5))):set_generated()
    end
end

local function short(text)
    text = text:gsub("%c", " ")
    return #text > 60 and text:sub(1, 60) .. "..." or text
end

local function summary(header, response, pair, texts)
    local code = header.code.value
    local name = (response and RESPONSE_CODES or REQUEST_CODES)[code] or "code " .. code
    local words = name
    if response then
        words = words .. " to " .. (pair and (pair.name or "code " .. pair.code) or "a request not seen")
    end
    words = words .. " opaque " .. header.opaque.value
    if texts.topic then
        words = words .. " topic=" .. short(texts.topic)
    end
    if response and header.remark and header.remark.value ~= "" then
        words = words .. " (" .. short(header.remark.value) .. ")"
    end
    return words
end

local function add_body(tree, tvb, pinfo, offset)
    local length = tvb:reported_length_remaining(offset)
    tree:add(f.body_length, length):set_generated()
    if length == 0 then
        return
    end
    local range = tvb:range(offset, tvb:captured_len() - offset)
    tree:add(f.body, range)
    local first = range:len() > 0 and range(0, 1):uint()
    if json_dissector and (first == 0x7B or first == 0x5B) then
        json_dissector:call(range:tvb(), pinfo, tree)
    end
end

local function add_header(tree, tvb, header, response)
    local names = response and RESPONSE_CODES or REQUEST_CODES
    local code = add(tree, tvb, f.code, header.code)
    local name = names[header.code.value]
    if name then
        code:append_text(" (" .. name .. ")")
        tree:add(f.code_name, name):set_generated()
    end
    add(tree, tvb, f.language, header.language)
    add(tree, tvb, f.version, header.version)
    add(tree, tvb, f.opaque, header.opaque)
    local flag = add(tree, tvb, f.flag, header.flag)
    flag:add(f.response, response):set_generated()
    flag:add(f.oneway, math.floor(header.flag.value / 2) % 2 == 1):set_generated()
    if header.remark then
        add(tree, tvb, f.remark, header.remark)
    end
    if response and header.code.value ~= 0 then
        code:add_proto_expert_info(e.refused)
    end
    add_pairs(tree, tvb, f.ext_fields, header.fields, { f.ext, f.ext_name, f.ext_value })
end

local function malformed(tree, why)
    tree:add_proto_expert_info(e.malformed, why)
    return "malformed frame: " .. why
end

-- Adds a frame to the tree. Returns what the packet list says of it.
local function dissect_frame(tvb, pinfo, root)
    local reported = tvb:reported_len()
    if reported < 8 or tvb(0, 1):uint() ~= 0 then
        return malformed(root:add(rocketmq, tvb:range(0, tvb:captured_len())), "no length of a frame")
    end
    local tree = root:add(rocketmq, tvb:range(0, tvb:captured_len()))
    local header_length = tvb(5, 3):uint()
    tree:add(f.length, tvb(0, 4))
    tree:add(f.serialize_type, tvb(4, 1))
    tree:add(f.header_length, tvb(5, 3))
    local serialize_type = tvb(4, 1):uint()
    if not SERIALIZE_TYPES[serialize_type] or header_length > reported - 8 then
        return malformed(tree, header_length > reported - 8 and "the header is longer than the frame"
            or "a serialize type that is neither JSON nor binary")
    end
    local raw = tvb:range(8, header_length):raw()
    local header, problem
    if serialize_type == 0 then
        header, problem = read_json(raw)
    else
        header, problem = read_binary(raw)
    end
    if not header then
        return malformed(tree, problem)
    end
    local response = header.flag.value % 2 == 1
    local oneway = math.floor(header.flag.value / 2) % 2 == 1
    add_header(tree, tvb, header, response)
    local pair = link(pinfo, tvb, header, response, oneway)
    add_link(tree, pair, response)
    local type = not response and REQUESTS[header.code.value] or response and pair and RESPONSES[pair.code] or nil
    local texts, by_key = {}, nil
    if type then
        texts, by_key = add_typed(tree, tvb, type, header)
    end
    if not by_key then
        by_key = {}
        for _, entry in ipairs(header.fields) do
            by_key[entry.name] = entry
        end
    end
    local packed = by_key[type and type.properties or "properties"]
    if packed and packed.value then
        add_pairs(tree, tvb, f.properties, properties(packed),
            { f.property, f.property_name, f.property_value })
    end
    local words = summary(header, response, pair, texts)
    tree:append_text(", " .. words)
    add_body(tree, tvb, pinfo, 8 + header_length)
    return words
end

-- The length of the frame at offset. What is none is dissected as one, to its end, and named malformed.
local function frame_length(tvb, _, offset)
    local length = tvb(offset, 4):uint()
    if length < 4 or length > MOST_FRAME - 4 then
        return tvb:reported_length_remaining(offset)
    end
    return length + 4
end

-- Dissects the frames of a segment, or of several that were put together; a frame that is cut waits for the next segment.
local last_packet, last_offset = 0, 0

local function dissect(tvb, pinfo, root)
    local summaries = {}
    -- What stands in the list already is of frames that began in an earlier segment.
    if pinfo.number == last_packet and tvb:offset() > last_offset then
        summaries[1] = ""
    end
    last_packet, last_offset = pinfo.number, tvb:offset()
    pinfo.cols.protocol = "RocketMQ"
    pinfo.cols.info:clear()
    dissect_tcp_pdus(tvb, root, 4, frame_length, function(frame, frame_pinfo, tree)
        summaries[#summaries + 1] = dissect_frame(frame, frame_pinfo, tree)
        -- Anew for each frame: the dissector of a JSON body writes here too.
        frame_pinfo.cols.protocol = "RocketMQ"
        frame_pinfo.cols.info:clear()
        frame_pinfo.cols.info:append(table.concat(summaries, ", "))
        return frame:captured_len()
    end)
    return tvb:captured_len()
end

rocketmq.dissector = dissect

-- Whether bytes begin like a frame: its two lengths fit each other, and its header begins as its type does.
local function begins_like_a_frame(tvb)
    if tvb:captured_len() < 9 or tvb(0, 1):uint() ~= 0 then
        return false
    end
    local length, serialize_type, header_length = tvb(0, 4):uint(), tvb(4, 1):uint(), tvb(5, 3):uint()
    if header_length + 4 > length or header_length < 2 then
        return false
    end
    if serialize_type == 0 then
        return tvb(8, 1):uint() == 0x7B
    end
    return serialize_type == 1 and header_length >= FIXED_FIELDS and tvb:captured_len() >= 11
        and LANGUAGES[tvb(10, 1):uint()] ~= nil
end

local function look_for_frames(tvb, pinfo, root)
    if not rocketmq.prefs.others or not begins_like_a_frame(tvb) then
        return false
    end
    pinfo.conversation = rocketmq
    -- Not through rocketmq.dissector, which Wireshark takes for a protocol above: then frames are not put together.
    dissect(tvb, pinfo, root)
    return true
end

rocketmq:register_heuristic("tcp", look_for_frames)

local tcp_ports = DissectorTable.get("tcp.port")
local registered

local function register_ports()
    if registered ~= rocketmq.prefs.ports then
        if registered then
            tcp_ports:remove(registered, rocketmq)
        end
        registered = rocketmq.prefs.ports
        tcp_ports:add(registered, rocketmq)
    end
end

rocketmq.prefs_changed = register_ports
register_ports()
tcp_ports:add_for_decode_as(rocketmq)

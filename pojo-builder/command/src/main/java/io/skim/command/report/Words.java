package io.skim.command.report;

/**
 * What the page calls things, of one protocol or the other.
 *
 * @param requests    what is sent and waits for an answer.
 * @param oneways     those of them that wait for none.
 * @param responses   what answers them.
 * @param pairs       how many are answered.
 * @param code        what requests are told apart by.
 * @param codes       all of them.
 * @param topic       what else volumes are counted by.
 * @param topics      all of them.
 * @param counted     what volumes are counted of.
 * @param client      who sends.
 * @param clients     all of them.
 * @param ofClients   what the client's name is made of.
 * @param place       of a slow request.
 * @param latency     what its time is.
 * @param noFailure   if there is no failure.
 * @param failures    what failures are.
 * @param failed      what failed.
 * @param reason      why.
 * @param description what came with it.
 */
record Words(String requests, String oneways, String responses, String pairs, String code, String codes, String topic,
    String topics, String counted, String client, String clients, String ofClients, String place, String latency,
    String noFailure, String failures, String failed, String reason, String description)
{
    static final Words REMOTING = new Words("Requests", "of them one-way", "Responses", "of them with request",
        "Request",
        "Codes", "Topic", "Topics", "Requests", "Client", "Clients",
        "Of requests: the language, the release and its number, and the encoding that a sender states.", "Topic",
        "Time between the last packet of a request and the last packet of its response, where the capture was taken. PULL_MESSAGE,"
            + " LITE_PULL_MESSAGE, POP_MESSAGE, POP_LITE_MESSAGE and NOTIFICATION may wait at the broker for messages: they are"
            + " left out of latency over time and of the slowest requests.",
        "No response tells of a failure.", "Responses that tell of a failure", "Request", "Response", "A remark");

    static final Words AMQP = new Words("Deliveries", "of them sent settled", "Dispositions", "deliveries they settle",
        "Address", "Links", "Performative", "Performatives", "Frames", "Container", "Containers",
        "Of all frames: the container-id, product and version in the open frame of who sends them.", "Link",
        "Time between the last packet of the first transfer of a delivery and the last packet of the disposition that settles"
            + " it, where the capture was taken. Of a disposition that settles several, the first counts.",
        "Nothing was rejected, and no link, session or connection ended with an error.",
        "What was rejected, and what ended with an error", "Address or performative", "Outcome or condition",
        "A description");
}

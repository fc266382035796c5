// Does with a topic what clients in Node do: sends messages of every kind, and consumes them in several ways. Prints a line for each
// message that it sent or consumed, with tabs between: who, the message's id, all that is the message's own as JSON; if consumed, also
// the property that a gateway adds, and in another line the topics that the message tells of. What a server admitted or refused is a
// line, too, with the code and the remark.
//
// Its arguments are the name server, the topic, and an access key and a secret key to sign with.
'use strict';

const { createHash } = require('node:crypto');
const { Consumer, Message, Producer } = require('ali-ons');

const [nameServer, topic, accessKey, secretKey] = process.argv.slice(2);
const EACH = 10;
const ENOUGH = 60000;
const QUIET = 1000;
// Everything that JSON or a header may spell in several ways, in a property.
const TEXT = '北京 wärt 😀 "quoted" \\back\\ /slash/ tab\t line\n \b\f\r\u001f\u007f\u2028\u2029 <&>';
// What the server and this library add to a message's properties, and what tells when the message is due.
const ADDED = new Set([ '', 'CLUSTER', 'DELAY', 'MAX_OFFSET', 'MIN_OFFSET', 'MSG_REGION', 'ORIGIN_MESSAGE_ID', 'RECONSUME_TIME',
  'REAL_QID', 'REAL_TOPIC', 'RETRY_TOPIC', 'TRACE_ON', 'UNIQ_KEY', 'WAIT' ]);

const options = {
  nameSrv: [ nameServer ],
  accessKey,
  secretKey,
  // It wants one, and asks it nothing if it is told of a name server.
  httpclient: {},
  clientIP: '127.0.0.1',
  pollNameServerInteval: 1000,
  rebalanceInterval: 1000,
  sendMsgTimeout: 30000,
  retryTimesWhenSendFailed: 0,
  logger: { debug() {}, info() {}, warn() {}, error() {} },
};
const consumed = {};
let sent = 0;

function pause(millis) {
  return new Promise(resolve => setTimeout(resolve, millis));
}

function sha256(bytes) {
  return createHash('sha256').update(bytes).digest('hex');
}

// Bytes that do not get shorter when they are compressed.
function noise(length) {
  const bytes = Buffer.alloc(length);
  for (let i = 0, seed = 1; i < length; i++) {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    bytes[i] = seed >>> 16;
  }
  return bytes;
}

// All that is a message's own, in an order of its own.
function describe(flag, properties, body) {
  const names = Object.keys(properties).filter(name => !ADDED.has(name) && name !== 'gateway').sort();
  return JSON.stringify([ flag, sha256(body), names.map(name => [ name, properties[name] ]) ]);
}

function message(kind, number, body) {
  const made = new Message(topic, number % 2 ? 'TagB' : 'TagA', body || `${kind} ${number} ${TEXT}`);
  made.keys = [ `key${number}`, `鍵"${number}\\` ];
  made.flag = number;
  Object.assign(made.properties, { id: `${kind} ${number}`, num: String(number), 'näme': `${TEXT} ${number}` });
  return made;
}

async function send(producer, made) {
  const { id } = made.properties;
  const described = describe(made.flag, made.properties, made.body);
  const { sendStatus } = await producer.send(made);
  if (sendStatus !== 'SEND_OK') {
    throw new Error(`${id} was sent with ${sendStatus}`);
  }
  sent++;
  console.log(`sent\t${id}\t${described}`);
}

// Prints whether a server admits what the promise is for. Any other failure is one of this program.
async function tellAdmission(id, promise) {
  try {
    await promise;
    console.log(`admitted\t${id}`);
  } catch (refusal) {
    if (refusal.name !== 'MQClientException') {
      throw refusal;
    }
    console.log(`refused\t${id}\t${refusal.code}\t${refusal.message}`);
  }
}

async function sendAll(producer) {
  for (let i = 0; i < EACH; i++) {
    await send(producer, message('single', i));
    const ordered = message('ordered', i);
    ordered.shardingKey = 'orders';
    await send(producer, ordered);
    const delayed = message('delayed', i);
    delayed.delayTimeLevel = 1;
    await send(producer, delayed);
    await send(producer, message('long', i, `${TEXT} `.repeat(200)));
  }
  await Promise.all(Array.from({ length: EACH }, (_, i) => send(producer, message('together', i))));
  await send(producer, message('noise', 0, noise(200000)));
  await send(producer, message('again', 0));
  const doubtful = message('doubtful', 0);
  doubtful.properties.fate = 'refused';
  await tellAdmission('doubtful 0', send(producer, doubtful));
}

// Requests for which the library has methods, but not its producer.
async function ask(producer) {
  const client = producer._mqClient;
  const queue = { brokerName: 'broker-a', topic, queueId: 1 };
  await tellAdmission('offset', client.maxOffset(queue));
  await tellAdmission('time', client.searchOffset(queue, 0));
  await tellAdmission('create', client.createTopic(client.findBrokerAddressInPublish('broker-a'), 'TBW102', {
    topicName: 'made-in-node', readQueueNums: 1, writeQueueNums: 1, perm: 6, topicFilterType: 'SINGLE_TAG', topicSysFlag: 0, order: false,
  }));
}

function consume(who, expression, more) {
  const consumer = new Consumer({
    ...options, consumerGroup: `node-${who}`, consumeFromWhere: 'CONSUME_FROM_FIRST_OFFSET', ...more,
  });
  // Of a topic for retries that is not there yet, and that it asks for again.
  consumer.on('error', error => console.log(`problem\t${who}\t${JSON.stringify(error.message)}`));
  consumed[who] = 0;
  let again = who === 'all';
  consumer.subscribe(topic, expression, async got => {
    const { id, gateway, REAL_TOPIC, RETRY_TOPIC } = got.properties;
    console.log(`names\t${who}\t${id}\t${got.topic}\t${REAL_TOPIC}\t${RETRY_TOPIC}`);
    if (again && id === 'again 0') {
      again = false;
      return Consumer.ACTION_RETRY;
    }
    consumed[who]++;
    console.log(`${who}\t${id}\t${describe(got.flag, got.properties, got.body)}\t${gateway}`);
  });
  return consumer;
}

async function main() {
  const producer = new Producer({ ...options, producerGroup: 'node-writers' });
  producer.on('error', error => console.log(`problem\tproducer\t${JSON.stringify(error.message)}`));
  await producer.ready();
  await sendAll(producer);
  await ask(producer);
  const consumers = [
    consume('all', '*'),
    consume('tagged', 'TagB || TagC'),
    consume('selected', { expressionType: 'SQL92', subString: 'num BETWEEN 5 AND 8' }),
    consume('broadcast', '*', { isBroadcast: true }),
  ];
  const due = { all: sent, tagged: 5 * EACH / 2, selected: 5 * 4, broadcast: sent };
  for (const end = Date.now() + ENOUGH; Object.keys(due).some(who => consumed[who] < due[who]) && Date.now() < end;) {
    await pause(100);
  }
  // What must not come would come now.
  await pause(QUIET);
  for (const each of [ ...consumers, producer ]) {
    await each.close();
  }
}

main().then(() => process.exit(0), failure => {
  console.error(failure);
  process.exit(1);
});

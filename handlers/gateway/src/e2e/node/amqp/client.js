// Does what clients of AMQP do: sends messages of several sizes and receives them, keeps a durable subscription while it is away, and
// is idle for longer than its time-out. Prints a line for each message that it sent or received, with tabs between: what, where, the id
// and the SHA-256 of the body; if received, also a property and an annotation. rhea has no transactions.
//
// Its arguments are the host, the port, a name of its own, and the sizes of messages, with commas between them.
'use strict';

const { createHash } = require('node:crypto');
const rhea = require('rhea');

const [host, port, name, sizes] = process.argv.slice(2);
const ENOUGH = 60000;
const QUIET = 300;

function body(size) {
  const bytes = Buffer.alloc(size);
  for (let i = 0; i < size; i++) {
    bytes[i] = 31 * i;
  }
  return bytes;
}

function sha256(bytes) {
  return createHash('sha256').update(bytes).digest('hex');
}

function once(emitter, event) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no ${event} of ${name}`)), ENOUGH);
    emitter.once(event, context => {
      clearTimeout(timer);
      resolve(context);
    });
  });
}

function pause(millis) {
  return new Promise(resolve => setTimeout(resolve, millis));
}

async function connect() {
  const connection = rhea.create_container({ id: `container-${name}` }).connect({
    host, port: Number(port), container_id: `container-${name}`, reconnect: false, idle_time_out: 10000, username: 'anonymous',
  });
  connection.on('disconnected', context => {
    if (context.error) {
      throw context.error;
    }
  });
  await once(connection, 'connection_open');
  return connection;
}

async function close(connection) {
  const closed = once(connection, 'connection_close');
  connection.close();
  await closed;
}

async function openSender(connection, address, capabilities) {
  const sender = connection.open_sender({ target: { address, capabilities } });
  await once(sender, 'sendable');
  return sender;
}

async function send(sender, where, id, bytes, fate) {
  const properties = { id, 'näme': `wärt ${id}` };
  if (fate) {
    properties.fate = fate;
  }
  const delivery = sender.send({ durable: true, application_properties: properties, body: rhea.message.data_section(bytes) });
  const outcome = await new Promise(resolve => {
    sender.on('accepted', context => context.delivery === delivery && resolve('accepted'));
    sender.on('rejected', context => context.delivery === delivery && resolve(context.delivery.remote_state.error.condition));
    sender.on('released', context => context.delivery === delivery && resolve('released'));
  });
  ['accepted', 'rejected', 'released'].forEach(event => sender.removeAllListeners(event));
  console.log(outcome === 'accepted' ? `sent\t${where}\t${id}\t${sha256(bytes)}` : `refused\t${where}\t${id}\t${outcome}`);
}

// Receives messages as they come, and ends when all have come and no other follows.
async function receive(connection, source, where, count, linkName) {
  const receiver = connection.open_receiver({ name: linkName, source, credit_window: 20 });
  let received = 0;
  receiver.on('message', ({ message }) => {
    const annotations = message.message_annotations || {};
    const bytes = message.body.content;
    console.log([ 'received', where, message.application_properties.id, sha256(Buffer.concat([].concat(bytes))),
      message.application_properties['näme'] + (message.durable ? '' : ' not durable'), annotations['x-opt-gateway'] ].join('\t'));
    received++;
  });
  await once(receiver, 'receiver_open');
  for (const end = Date.now() + ENOUGH; received < count && Date.now() < end;) {
    await pause(20);
  }
  await pause(QUIET);
  return receiver;
}

async function queue(connection) {
  const address = `queue-${name}`;
  const sender = await openSender(connection, address);
  const all = sizes.split(',').map(Number);
  for (const size of all) {
    await send(sender, 'queue', `size ${size}`, body(size));
  }
  await send(sender, 'queue', 'fate', body(10), 'refused');
  await receive(connection, address, 'queue', all.length);
}

async function durable(connection) {
  const address = `topic-${name}`;
  // Makes the topic where the broker makes none for subscriptions.
  await openSender(connection, address, [ 'topic' ]);
  const source = { address, durable: 2, expiry_policy: 'never', capabilities: [ 'topic' ] };
  const subscription = await receive(connection, source, 'durable', 0, `durable-${name}`);
  const detached = once(subscription, 'receiver_close').catch(() => undefined);
  subscription.detach();
  await Promise.race([ detached, pause(1000) ]);
  await close(connection);
  const again = await connect();
  const sender = await openSender(again, address, [ 'topic' ]);
  for (let i = 0; i < 5; i++) {
    await send(sender, 'durable', `durable ${i}`, body(i));
  }
  await receive(again, source, 'durable', 5, `durable-${name}`);
  return again;
}

async function idle(connection) {
  await pause(12000);
  const address = `idle-${name}`;
  await send(await openSender(connection, address), 'idle', 'late', body(10));
  await receive(connection, address, 'idle', 1);
}

async function main() {
  const connection = await durable(await connect());
  await queue(connection);
  await idle(connection);
  await close(connection);
}

main().then(() => process.exit(0), failure => {
  console.error(failure);
  process.exit(1);
});

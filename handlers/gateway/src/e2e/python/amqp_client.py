"""Does what clients of AMQP do: sends messages of several sizes and receives them, keeps a durable subscription while it is away,
commits and rolls back transactions, and is idle for longer than its time-out.

Prints a line for each message that it sent or received, with tabs between: what, where, the id and the SHA-256 of the body; if
received, also a property and an annotation. Its arguments are the host, the port, a name of its own, and the sizes of messages, with
commas between them.
"""
import hashlib
import sys

from proton import Message, Timeout
from proton.handlers import MessagingHandler, TransactionHandler
from proton.reactor import Container, DurableSubscription, SenderOption
from proton.utils import BlockingConnection, SendException

HOST, PORT, NAME, SIZES = sys.argv[1:]
URL = f"amqp://{HOST}:{PORT}"
ENOUGH = 60
QUIET = 0.3


def body(size):
    return bytes(31 * i & 0xFF for i in range(size))


def show(*parts):
    print(*parts, sep="\t", flush=True)


def message(identity, data, fate=None):
    properties = {"id": identity, "näme": "wärt " + identity}
    if fate:
        properties["fate"] = fate
    return Message(body=data, inferred=True, durable=True, properties=properties)


def received(where, got):
    annotation = (got.annotations or {}).get("x-opt-gateway", "")
    name = got.properties["näme"] + ("" if got.durable else " not durable")
    show("received", where, got.properties["id"], hashlib.sha256(bytes(got.body)).hexdigest(), name, annotation)


def sent(where, identity, data):
    show("sent", where, identity, hashlib.sha256(data).hexdigest())


class Topic(SenderOption):
    """Says that the target is a topic."""

    def apply(self, sender):
        sender.target.capabilities.put_symbol("topic")


class TopicSubscription(DurableSubscription):
    """A durable subscription, which says that the source is a topic."""

    def apply(self, receiver):
        super().apply(receiver)
        receiver.source.capabilities.put_symbol("topic")


def connect():
    # Also the container's id, which the subscription belongs to.
    container = Container()
    container.container_id = "container-" + NAME
    return BlockingConnection(URL, timeout=ENOUGH, heartbeat=10, container=container)


def send(sender, where, identity, data, fate=None):
    try:
        sender.send(message(identity, data, fate), timeout=ENOUGH)
        sent(where, identity, data)
    except SendException as refused:
        show("refused", where, identity, refused.state)


def receive(receiver, where, count):
    """Receives messages as they come, and ends when all have come and no other follows."""
    got = 0
    try:
        while True:
            received(where, receiver.receive(timeout=ENOUGH if got < count else QUIET))
            receiver.accept()
            got += 1
    except Timeout:
        pass


def durable(connection):
    address, link = "topic-" + NAME, "durable-" + NAME
    # Makes the topic where the broker makes none for subscriptions.
    connection.create_sender(address, options=Topic())
    subscription = connection.create_receiver(address, name=link, options=TopicSubscription())
    subscription.detach()
    connection.close()
    again = connect()
    sender = again.create_sender(address, options=Topic())
    for number in range(5):
        send(sender, "durable", f"durable {number}", body(number))
    receive(again.create_receiver(address, name=link, credit=20, options=TopicSubscription()), "durable", 5)
    return again


def queue(connection):
    address = "queue-" + NAME
    sender = connection.create_sender(address)
    sizes = [int(size) for size in SIZES.split(",")]
    for size in sizes:
        send(sender, "queue", f"size {size}", body(size))
    send(sender, "queue", "fate", body(10), "refused")
    receive(connection.create_receiver(address, credit=20), "queue", len(sizes))


class Transactions(MessagingHandler, TransactionHandler):
    """Rolls back a transaction of two messages, then commits one of three."""

    def __init__(self):
        super().__init__()
        self.sender = self.transaction = None
        self.rolled_back = False

    def on_start(self, event):
        connection = event.container.connect(URL, reconnect=False)
        self.sender = event.container.create_sender(connection, "transacted-" + NAME)
        event.container.declare_transaction(connection, handler=self)

    def on_transaction_declared(self, event):
        self.transaction = event.transaction
        self.send()

    def on_sendable(self, event):
        self.send()

    def send(self):
        count = 3 if self.rolled_back else 2
        if not self.transaction or self.sender.credit < count:
            return
        for number in range(count):
            identity = f"committed {number}" if self.rolled_back else f"rolled back {number}"
            self.transaction.send(self.sender, message(identity, body(40_000 * number)))
        transaction, self.transaction = self.transaction, None
        if self.rolled_back:
            transaction.commit()
        else:
            transaction.abort()

    def on_transaction_aborted(self, event):
        self.rolled_back = True
        event.container.declare_transaction(event.connection or self.sender.connection, handler=self)

    def on_transaction_committed(self, event):
        for number in range(3):
            sent("transacted", f"committed {number}", body(40_000 * number))
        self.sender.connection.close()

    def on_transaction_declare_failed(self, event):
        raise RuntimeError("no transaction")

    def on_transaction_commit_failed(self, event):
        raise RuntimeError("not committed")


def idle(connection):
    try:
        # Takes part in the protocol meanwhile.
        connection.wait(lambda: False, timeout=12)
    except Timeout:
        pass
    address = "idle-" + NAME
    send(connection.create_sender(address), "idle", "late", body(10))
    receive(connection.create_receiver(address), "idle", 1)


def main():
    connection = durable(connect())
    queue(connection)
    Container(Transactions()).run()
    receive(connection.create_receiver("transacted-" + NAME, credit=20), "transacted", 3)
    idle(connection)
    connection.close()


main()

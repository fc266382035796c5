// Command client does with a topic what clients in Go do: it sends messages of every kind, and consumes them in several ways. It
// prints a line for each message that it sent or consumed: who, the body, the properties that it looks for, with tabs between them.
//
// Its arguments are the name server, the topic, and if wanted an access key and a secret key to sign with.
package main

import (
	"context"
	"fmt"
	"os"
	"sync"
	"time"

	rocketmq "github.com/apache/rocketmq-client-go/v2"
	"github.com/apache/rocketmq-client-go/v2/admin"
	"github.com/apache/rocketmq-client-go/v2/consumer"
	"github.com/apache/rocketmq-client-go/v2/primitive"
	"github.com/apache/rocketmq-client-go/v2/producer"
	"github.com/apache/rocketmq-client-go/v2/rlog"
)

const (
	each   = 20
	enough = 60 * time.Second
)

var (
	resolver    primitive.NsResolver
	credentials primitive.Credentials
	topic       string
	lock        sync.Mutex
	// consumed counts what each consumer got.
	consumed = map[string]int{}
	sent     int
)

func must(err error) {
	if err != nil {
		fmt.Println("failed:", err)
		os.Exit(1)
	}
}

func message(kind string, number int) *primitive.Message {
	text := fmt.Sprintf("%s %d", kind, number)
	made := primitive.NewMessage(topic, []byte(text))
	made.WithTag([]string{"TagA", "TagB"}[number%2])
	made.WithKeys([]string{fmt.Sprintf("key%d", number)})
	made.WithProperty("num", fmt.Sprint(number))
	made.WithProperty("näme", fmt.Sprintf("wärt %d", number))
	return made
}

func tellSent(kind string, number int) {
	sent++
	fmt.Printf("sent\t%s %d\n", kind, number)
}

func send() {
	client, err := rocketmq.NewProducer(producer.WithNsResolver(resolver), producer.WithCredentials(credentials),
		producer.WithGroupName("go-writers"), producer.WithRetry(0), producer.WithQueueSelector(producer.NewHashQueueSelector()))
	must(err)
	must(client.Start())
	ctx := context.Background()
	var asynchronous sync.WaitGroup
	batch := []*primitive.Message{}
	for i := 0; i < each; i++ {
		_, err = client.SendSync(ctx, message("single", i))
		must(err)
		tellSent("single", i)
		must(client.SendOneWay(ctx, message("oneway", i)))
		tellSent("oneway", i)
		asynchronous.Add(1)
		must(client.SendAsync(ctx, func(_ context.Context, _ *primitive.SendResult, failed error) {
			must(failed)
			asynchronous.Done()
		}, message("asynchronous", i)))
		tellSent("asynchronous", i)
		ordered := message("ordered", i)
		ordered.WithShardingKey("orders")
		_, err = client.SendSync(ctx, ordered)
		must(err)
		tellSent("ordered", i)
		delayed := message("delayed", i)
		delayed.WithDelayTimeLevel(1)
		_, err = client.SendSync(ctx, delayed)
		must(err)
		tellSent("delayed", i)
		batch = append(batch, message("batch", i))
		tellSent("batch", i)
	}
	_, err = client.SendSync(ctx, batch...)
	must(err)
	asynchronous.Wait()
	must(client.Shutdown())
}

type commits struct{}

func (commits) ExecuteLocalTransaction(sent *primitive.Message) primitive.LocalTransactionState {
	if string(sent.Body) == "rolled back 0" {
		return primitive.RollbackMessageState
	}
	return primitive.CommitMessageState
}

func (commits) CheckLocalTransaction(*primitive.MessageExt) primitive.LocalTransactionState {
	return primitive.CommitMessageState
}

func sendTransactions() {
	client, err := rocketmq.NewTransactionProducer(commits{}, producer.WithNsResolver(resolver),
		producer.WithCredentials(credentials), producer.WithGroupName("go-transactions"), producer.WithRetry(0))
	must(err)
	must(client.Start())
	_, err = client.SendMessageInTransaction(context.Background(), message("committed", 0))
	must(err)
	tellSent("committed", 0)
	_, err = client.SendMessageInTransaction(context.Background(), message("rolled back", 0))
	must(err)
	must(client.Shutdown())
}

func consume(name string, selector consumer.MessageSelector, options ...consumer.Option) rocketmq.PushConsumer {
	client, err := rocketmq.NewPushConsumer(append(options, consumer.WithNsResolver(resolver),
		consumer.WithCredentials(credentials), consumer.WithGroupName("go-"+name), consumer.WithInstance(name),
		consumer.WithConsumeFromWhere(consumer.ConsumeFromFirstOffset))...)
	must(err)
	must(client.Subscribe(topic, selector, func(_ context.Context, messages ...*primitive.MessageExt) (consumer.ConsumeResult,
		error) {
		lock.Lock()
		defer lock.Unlock()
		for _, got := range messages {
			consumed[name]++
			fmt.Printf("%s\t%s\t%s\t%s\t%s\n", name, got.Body, got.GetProperty("näme"), got.GetKeys(), got.GetProperty("gateway"))
		}
		return consumer.ConsumeSuccess, nil
	}))
	must(client.Start())
	return client
}

func await(name string, count int) {
	for end := time.Now().Add(enough); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
		lock.Lock()
		got := consumed[name]
		lock.Unlock()
		if got >= count {
			return
		}
	}
}

// askAdmin counts the topic's queues, and tries to make another topic, which is for operators.
func askAdmin() {
	client, err := admin.NewAdmin(admin.WithResolver(resolver), admin.WithCredentials(credentials))
	must(err)
	queues, err := client.FetchPublishMessageQueues(context.Background(), topic)
	must(err)
	fmt.Printf("queues\t%d\n", len(queues))
	// This client tells nothing of the answer's code.
	_ = client.CreateTopic(context.Background(), admin.WithTopicCreate("made-in-go"), admin.WithBrokerAddrCreate(os.Args[1]))
	must(client.Close())
}

func main() {
	rlog.SetLogLevel("fatal")
	resolver = primitive.NewPassthroughResolver([]string{os.Args[1]})
	topic = os.Args[2]
	if len(os.Args) > 4 {
		credentials = primitive.Credentials{AccessKey: os.Args[3], SecretKey: os.Args[4]}
	}
	askAdmin()
	send()
	sendTransactions()
	clients := []rocketmq.PushConsumer{
		consume("concurrent", consumer.MessageSelector{}),
		consume("orderly", consumer.MessageSelector{Type: consumer.TAG, Expression: "TagA || TagB"},
			consumer.WithConsumerOrder(true)),
		consume("selected", consumer.MessageSelector{Type: consumer.SQL92, Expression: "num BETWEEN 5 AND 9"}),
	}
	await("concurrent", sent)
	await("orderly", sent)
	await("selected", 6*5)
	// What must not come would come now.
	time.Sleep(500 * time.Millisecond)
	for _, client := range clients {
		must(client.Shutdown())
	}
}

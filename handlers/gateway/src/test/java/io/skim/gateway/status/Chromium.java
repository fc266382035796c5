package io.skim.gateway.status;

import com.alibaba.fastjson2.JSON;
import com.alibaba.fastjson2.JSONObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A page in headless Chromium, driven by its DevTools protocol.
 *
 * @see "https://chromedevtools.github.io/devtools-protocol/tot/"
 */
final class Chromium implements AutoCloseable
{
    private static final long MOST_SECONDS = 60;

    private final Process process;
    private final WebSocket socket;
    private final BlockingQueue<JSONObject> messages = new LinkedBlockingQueue<>();
    private final StringBuilder logged = new StringBuilder();
    private int id;

    /** Starts the browser with an empty page. Its profile goes to a folder. */
    Chromium(final Path executable, final Path folder) throws IOException, InterruptedException
    {
        process = new ProcessBuilder(executable.toString(), "--headless", "--no-sandbox", "--disable-gpu",
            "--disable-dev-shm-usage", "--hide-scrollbars", "--no-first-run", "--remote-debugging-port=0",
            "--user-data-dir=" + folder, "about:blank").redirectErrorStream(true).redirectOutput(folder.resolve("log")
                .toFile())
            .start();
        final HttpClient client = HttpClient.newHttpClient();
        final String pages = client.send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port(folder)
            + "/json/list")).build(), HttpResponse.BodyHandlers.ofString()).body();
        final String page = JSON.parseArray(pages).getJSONObject(0).getString("webSocketDebuggerUrl");
        socket = client.newWebSocketBuilder().buildAsync(URI.create(page), new Listener()).join();
        call("Runtime.enable", "{}");
        call("Log.enable", "{}");
        call("Page.enable", "{}");
    }

    /** {@return where the browser is installed, if it is} */
    static Optional<Path> find()
    {
        return Stream.concat(Stream.ofNullable(System.getenv("CHROMIUM")), Stream.of("/usr/bin/chromium",
            "/usr/bin/chromium-browser", "/usr/bin/google-chrome")).map(Path::of).filter(Files::isExecutable)
            .findFirst();
    }

    private String port(final Path folder) throws IOException, InterruptedException
    {
        final Path file = folder.resolve("DevToolsActivePort");
        for (int i = 0; i < MOST_SECONDS * 20; i++)
        {
            final List<String> lines = Files.exists(file) ? Files.readAllLines(file) : List.of();
            if (lines.size() >= 2)
            {
                return lines.get(0);
            }
            if (!process.isAlive())
            {
                break;
            }
            Thread.sleep(50);
        }
        throw new IOException("Chromium did not start: " + Files.readString(folder.resolve("log")));
    }

    private final class Listener implements WebSocket.Listener
    {
        private final StringBuilder message = new StringBuilder();

        @Override
        public CompletionStage<?> onText(final WebSocket from, final CharSequence data, final boolean last)
        {
            message.append(data);
            if (last)
            {
                messages.add(JSON.parseObject(message.toString()));
                message.setLength(0);
            }
            from.request(1);
            return null;
        }
    }

    /** Calls a method and waits for its result. What the page logged meanwhile is kept. */
    private JSONObject call(final String method, final String params) throws InterruptedException
    {
        final int own = ++id;
        socket.sendText("{\"id\":" + own + ",\"method\":\"" + method + "\",\"params\":" + params + '}', true).join();
        while (true)
        {
            final JSONObject message = messages.poll(MOST_SECONDS, TimeUnit.SECONDS);
            if (message == null)
            {
                throw new AssertionError("no answer to " + method);
            }
            if (message.getIntValue("id") == own)
            {
                if (message.containsKey("error"))
                {
                    throw new AssertionError(method + ": " + message);
                }
                return message.getJSONObject("result");
            }
            final String event = String.valueOf(message.getString("method"));
            if (event.equals("Runtime.exceptionThrown") || event.equals("Log.entryAdded") || event.equals(
                "Runtime.consoleAPICalled"))
            {
                logged.append(message.getJSONObject("params")).append('\n');
            }
        }
    }

    /** Sets the size of the view in CSS pixels and the colours that the reader prefers. */
    void view(final int width, final int height, final String scheme) throws InterruptedException
    {
        call("Emulation.setDeviceMetricsOverride", "{\"width\":" + width + ",\"height\":" + height
            + ",\"deviceScaleFactor\":1,\"mobile\":false}");
        call("Emulation.setEmulatedMedia", "{\"features\":[{\"name\":\"prefers-color-scheme\",\"value\":\"" + scheme
            + "\"}]}");
    }

    void open(final String url) throws InterruptedException
    {
        call("Page.navigate", "{\"url\":\"" + url + "\"}");
    }

    /** {@return the value of an expression, as text} */
    String evaluate(final String expression) throws InterruptedException
    {
        final JSONObject result = call("Runtime.evaluate", JSON.toJSONString(Map.of("expression", "String("
            + expression + ")", "returnByValue", true)));
        if (result.containsKey("exceptionDetails"))
        {
            throw new AssertionError(expression + ": " + result);
        }
        return result.getJSONObject("result").getString("value");
    }

    /** Waits until an expression is true. */
    void await(final String expression) throws InterruptedException
    {
        for (int i = 0; i < MOST_SECONDS * 20; i++)
        {
            if ("true".equals(evaluate(expression)))
            {
                return;
            }
            Thread.sleep(50);
        }
        throw new AssertionError("never true: " + expression + "\n" + evaluate("document.body.innerText") + logged);
    }

    /** Types a key into what has the focus. */
    void press(final String key, final int code, final String text) throws InterruptedException
    {
        final String rest = "\"key\":\"" + key + "\",\"code\":\"" + key + "\",\"windowsVirtualKeyCode\":" + code;
        call("Input.dispatchKeyEvent", "{\"type\":\"keyDown\",\"text\":\"" + text + "\"," + rest + '}');
        call("Input.dispatchKeyEvent", "{\"type\":\"keyUp\"," + rest + '}');
    }

    /** {@return the whole page as a PNG} */
    byte[] screenshot() throws InterruptedException
    {
        return Base64.getDecoder().decode(call("Page.captureScreenshot",
            "{\"format\":\"png\",\"captureBeyondViewport\":true}").getString("data"));
    }

    /** {@return the roles and names that screen readers get, one in a line} */
    String accessibleNames() throws InterruptedException
    {
        final StringBuilder names = new StringBuilder();
        for (final Object node : call("Accessibility.getFullAXTree", "{}").getJSONArray("nodes"))
        {
            final JSONObject role = ((JSONObject)node).getJSONObject("role");
            final JSONObject name = ((JSONObject)node).getJSONObject("name");
            if (role != null && name != null && !((JSONObject)node).getBooleanValue("ignored"))
            {
                names.append(role.getString("value")).append(' ').append(name.getString("value")).append('\n');
            }
        }
        return names.toString();
    }

    /** {@return errors and messages of the page} */
    String logged()
    {
        return logged.toString();
    }

    /** Asks the browser to end, so that it leaves its profile, and kills it if it does not. */
    @Override
    public void close()
    {
        socket.sendText("{\"id\":0,\"method\":\"Browser.close\"}", true).join();
        process.onExit().completeOnTimeout(process, MOST_SECONDS, TimeUnit.SECONDS).join();
        socket.abort();
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().onExit().join();
    }
}

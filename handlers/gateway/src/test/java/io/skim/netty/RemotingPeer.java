package io.skim.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.rocketmq.remoting.protocol.RemotingCommand;
import org.apache.rocketmq.remoting.protocol.SerializeType;

/** One end of a connection of real sockets: reads and writes with the reference's own encoder and decoder. */
public final class RemotingPeer implements AutoCloseable
{
    private static final int PATIENCE_SECONDS = 20;

    private final Socket socket;
    private final DataInputStream in;

    RemotingPeer(final Socket socket) throws IOException
    {
        this.socket = socket;
        socket.setSoTimeout((int)TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
        in = new DataInputStream(socket.getInputStream());
    }

    public static RemotingPeer connect(final int port) throws IOException
    {
        return new RemotingPeer(new Socket(InetAddress.getLoopbackAddress(), port));
    }

    /** Uses a socket that is connected. */
    public static RemotingPeer of(final Socket socket) throws IOException
    {
        return new RemotingPeer(socket);
    }

    /** Connects from another address of this host, such as 127.0.0.2. */
    public static RemotingPeer connect(final int port, final String from) throws IOException
    {
        return new RemotingPeer(new Socket(InetAddress.getLoopbackAddress(), port, InetAddress.getByName(from), 0));
    }

    /** A server that queues its connections. */
    public static final class Server implements AutoCloseable
    {
        private final ServerSocket socket;
        private final BlockingQueue<RemotingPeer> peers = new LinkedBlockingQueue<>();
        /** The JDK closes a socket that nobody refers to, which tests of one request seldom do. */
        private final Queue<RemotingPeer> accepted = new ConcurrentLinkedQueue<>();
        private final Thread acceptor;

        public Server() throws IOException
        {
            this(InetAddress.getLoopbackAddress());
        }

        /** A server at one address, or with 0.0.0.0 at all of them. */
        public Server(final InetAddress at) throws IOException
        {
            socket = new ServerSocket(0, 50, at);
            acceptor = new Thread(() -> {
                try
                {
                    while (true)
                    {
                        final RemotingPeer peer = new RemotingPeer(socket.accept());
                        accepted.add(peer);
                        peers.add(peer);
                    }
                }
                catch (final SocketException closed)
                {
                    // The test has ended.
                }
                catch (final IOException e)
                {
                    throw new UncheckedIOException(e);
                }
            });
            acceptor.setDaemon(true);
            acceptor.start();
        }

        public InetSocketAddress address()
        {
            return (InetSocketAddress)socket.getLocalSocketAddress();
        }

        public RemotingPeer accept() throws InterruptedException
        {
            final RemotingPeer peer = peers.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
            if (peer == null)
            {
                throw new AssertionError("nobody connects");
            }
            return peer;
        }

        public boolean isIdle()
        {
            return peers.isEmpty();
        }

        /**
         * Closes the port. A thread that is in {@code accept()} keeps the port open until it has left that call, and may still take a
         * connection: a test that goes on before could connect to a server that it has closed.
         */
        @Override
        public void close() throws IOException
        {
            socket.close();
            try
            {
                acceptor.join();
            }
            catch (final InterruptedException e)
            {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("interrupted before the port was closed");
            }
        }
    }

    public static byte[] encode(final RemotingCommand command)
    {
        final ByteBuf out = Unpooled.buffer();
        command.fastEncodeHeader(out);
        if (command.getBody() != null)
        {
            out.writeBytes(command.getBody());
        }
        final byte[] bytes = new byte[out.readableBytes()];
        out.readBytes(bytes).release();
        return bytes;
    }

    public static RemotingCommand request(final SerializeType type, final int code, final int opaque, final byte[] body,
        final String... entries)
    {
        final RemotingCommand command = RemotingCommand.createRequestCommand(code, null);
        command.setSerializeTypeCurrentRPC(type);
        command.setOpaque(opaque);
        command.setBody(body);
        final Map<String, String> fields = new HashMap<>();
        for (int i = 0; i < entries.length; i += 2)
        {
            fields.put(entries[i], entries[i + 1]);
        }
        command.setExtFields((HashMap<String, String>)fields);
        return command;
    }

    public static RemotingCommand response(final RemotingCommand request, final int code, final byte[] body)
    {
        final RemotingCommand command = RemotingCommand.createResponseCommand(code, "from the server");
        command.setSerializeTypeCurrentRPC(request.getSerializeTypeCurrentRPC());
        command.setOpaque(request.getOpaque());
        command.setBody(body);
        return command;
    }

    public void write(final byte[] bytes) throws IOException
    {
        socket.getOutputStream().write(bytes);
    }

    public void write(final RemotingCommand command) throws IOException
    {
        write(encode(command));
    }

    /** The next frame with its prefix; null at the end of the input. */
    public byte[] readFrame() throws IOException
    {
        final int length;
        try
        {
            length = in.readInt();
        }
        catch (final EOFException | SocketException end)
        {
            return null;
        }
        final ByteArrayOutputStream frame = new ByteArrayOutputStream();
        frame.writeBytes(new byte[] {(byte)(length >> 24), (byte)(length >> 16), (byte)(length >> 8), (byte)length});
        frame.writeBytes(in.readNBytes(length));
        if (frame.size() != length + 4)
        {
            throw new EOFException("a part of a frame: " + frame.size() + " of " + (length + 4) + " bytes");
        }
        return frame.toByteArray();
    }

    public RemotingCommand read() throws Exception
    {
        final byte[] frame = readFrame();
        return frame == null ? null : RemotingCommand.decode(Unpooled.wrappedBuffer(frame, 4, frame.length - 4));
    }

    /** Closes the connection before the end of a test. */
    public void hangUp() throws IOException
    {
        socket.close();
    }

    public Socket socket()
    {
        return socket;
    }

    @Override
    public void close() throws IOException
    {
        socket.close();
    }
}

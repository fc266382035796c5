package io.skim.docs.snippets;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.skim.encode.BinaryRemotingEncoder;
import io.skim.encode.JsonRemotingEncoder;
import io.skim.encode.RemotingEncoder;
import io.skim.handlers.patch.RemotingEdits;
import io.skim.handlers.patch.RemotingRewriter;
import io.skim.handlers.route.AddressMap;
import io.skim.handlers.route.CodeGate;
import io.skim.handlers.route.NameCheck;
import io.skim.handlers.route.NameMap;
import io.skim.handlers.route.Namespace;
import io.skim.handlers.route.NameRewriter;
import io.skim.handlers.route.RequestGate;
import io.skim.handlers.route.ResourceKind;
import io.skim.handlers.route.ResourceReader;
import io.skim.handlers.route.RouteException;
import io.skim.handlers.route.RouteTable;
import io.skim.handlers.route.Router;
import io.skim.handlers.route.Routes;
import io.skim.scan.FrameView;
import io.skim.scan.remoting.RemotingFlag;
import io.skim.scan.remoting.RemotingHandlerGroup;
import io.skim.scan.remoting.RemotingHeaderView;
import io.skim.scan.remoting.RemotingInterest;
import io.skim.scan.remoting.RemotingLanguage;
import io.skim.scan.remoting.RemotingScanner;
import io.skim.scan.remoting.RequestCode;
import io.skim.scan.remoting.ResponseCode;
import java.util.List;
import java.util.Map;

/** The parts of a gateway. */
final class Routing
{
    private Routing()
    {
    }

    // snippet: route-table
    static final RouteTable<String, RemotingInterest> TABLE = RouteTable.remoting("cluster-main") // where the rest goes
        .sql("region = 'eu' AND tier IN ('gold', 'silver')", "cluster-eu")
        .sql("$topic = 'audit'", "cluster-audit") // a field of the header
        .tags("TagA || TagB", "cluster-b")
        .build();
    // end

    // snippet: route-frames
    /** One for each event loop. */
    static final class Gateway
    {
        private final RemotingScanner scanner = new RemotingScanner();
        private final Router<String, RemotingInterest> router;

        Gateway(final Routes<String, RemotingInterest> routes) // shared by all of them
        {
            router = new Router<>(routes);
        }

        /** Returns the target of a frame, or null if it is malformed. */
        String target(final FrameView frame)
        {
            return router.route(scanner, frame) ? router.target() : null;
        }
    }
    // end

    // snippet: route-reload
    /** Replaces the rules while frames are routed. Returns an error message, or null. */
    static String reload(final Routes<String, RemotingInterest> routes, final List<String> rules)
    {
        final RouteTable.Builder<String, RemotingInterest> table = RouteTable.remoting("cluster-main");
        try
        {
            for (final String rule : rules)
            {
                final int arrow = rule.indexOf("->");
                table.sql(rule.substring(0, arrow), rule.substring(arrow + 2).strip());
            }
        }
        catch (final RouteException e)
        {
            return e.getMessage(); // rule 2, column 8: ...; the current table stays
        }
        routes.replace(table.build()); // one volatile write; routes.rollBack() takes it back
        return null;
    }
    // end

    // snippet: route-gate
    private static final CodeGate CLIENTS = CodeGate.allow(RequestCode.SEND_MESSAGE, RequestCode.SEND_MESSAGE_V2,
        RequestCode.SEND_BATCH_MESSAGE, RequestCode.PULL_MESSAGE, RequestCode.QUERY_CONSUMER_OFFSET,
        RequestCode.UPDATE_CONSUMER_OFFSET, RequestCode.HEART_BEAT, RequestCode.UNREGISTER_CLIENT,
        RequestCode.CONSUMER_SEND_MSG_BACK, RequestCode.GET_CONSUMER_LIST_BY_GROUP, RequestCode.GET_ROUTEINFO_BY_TOPIC);

    static boolean isAdmitted(final RemotingScanner scanner, final FrameView frame, final RequestGate gate)
    {
        return gate.admits(scanner, frame);
    }

    static RequestGate gate()
    {
        return new RequestGate(CLIENTS); // one for each thread
    }
    // end

    // snippet: route-one-scan
    /** A gate, the names in a request, and routes, from one scan; one for each event loop. */
    static final class Requests
    {
        private final RemotingScanner scanner = new RemotingScanner();
        private final RequestGate gate = new RequestGate(CLIENTS);
        private final ResourceReader named = new ResourceReader();
        private final Router<String, RemotingInterest> router;
        private final RemotingHandlerGroup all;

        Requests(final Routes<String, RemotingInterest> routes)
        {
            router = new Router<>(routes);
            all = new RemotingHandlerGroup()
                .add(RequestGate.INTEREST, gate)
                .add(ResourceReader.INTEREST, named)
                .add(router::interest, router); // asked before each scan, for the table may be another one
        }

        /** Where a request goes, or null if it is malformed or may not pass. */
        String target(final FrameView request)
        {
            return all.scan(scanner, request) && gate.admits() && named.count() > 0 ? router.target() : null;
        }
    }
    // end

    // snippet: route-one-scan-edits
    /** Gate, routes and edits, from one scan. */
    static final class EditingGateway
    {
        private static final RemotingEdits EDITS = RemotingEdits.builder().setProperty("TRACE", "1").build();

        private final RemotingScanner scanner = new RemotingScanner();
        private final RequestGate gate = new RequestGate(CLIENTS);
        private final RemotingRewriter rewriter = new RemotingRewriter(EDITS);
        private final Router<String, RemotingInterest> router;

        EditingGateway(final Routes<String, RemotingInterest> routes)
        {
            router = new Router<>(routes);
        }

        /** Writes the edited header for the target, and returns the target; or null if the request may not pass. */
        String target(final FrameView request, final ByteBuf header)
        {
            if (!scanner.check(request))
            {
                return null;
            }
            scanner.show(RequestGate.INTEREST, gate);
            if (!gate.admits() || !rewriter.rewrite(scanner))
            {
                return null;
            }
            rewriter.patch().writeHeader(header);
            scanner.show(router.interest(), router);
            return router.target();
        }
    }
    // end

    // snippet: route-answer
    /** Answers requests that may not pass, in their own encoding. One for each event loop. */
    static final class Answers
    {
        private final RemotingHeaderView header = new RemotingHeaderView();
        private final RemotingEncoder binary = new BinaryRemotingEncoder();
        private final RemotingEncoder json = new JsonRemotingEncoder();

        /** Returns false if nobody waits for an answer. */
        boolean write(final RemotingScanner scanner, final ResponseCode code, final String remark, final ByteBuf out)
        {
            header.wrap(scanner); // the frame that it scanned, without another scan
            if (RemotingFlag.isResponse(header.flag()) || RemotingFlag.isOneway(header.flag()))
            {
                return false;
            }
            final RemotingEncoder encoder = header.isBinary() ? binary : json;
            encoder.wrap(out).begin(code.code(), RemotingLanguage.OTHER, 0, header.opaque(), RemotingFlag.RESPONSE);
            encoder.remark(remark);
            return encoder.end() > 0;
        }
    }
    // end

    // snippet: route-access
    /** Returns whether a client may send this request. */
    static boolean isPermitted(final RemotingScanner scanner, final FrameView frame, final ResourceReader named,
        final List<String> topics)
    {
        scanner.scan(frame, ResourceReader.INTEREST, named);
        boolean permitted = named.isComplete();
        for (int i = 0; i < named.count(); i++)
        {
            permitted &= named.field(i).kind() != ResourceKind.TOPIC || topics.contains(named.toText(i));
        }
        return permitted;
    }
    // end

    // snippet: route-names
    /** Returns whether the broker would accept the names in a request. */
    static boolean isWellNamed(final ResourceReader named)
    {
        boolean valid = named.isComplete();
        for (int i = 0; i < named.count(); i++)
        {
            final byte[] bytes = named.bytes();
            valid &=
                (named.field(i).kind() == ResourceKind.GROUP ? NameCheck.group(bytes, named.offset(i), named.length(i))
                    : NameCheck.topic(bytes, named.offset(i), named.length(i))) == NameCheck.Verdict.VALID;
        }
        return valid;
    }
    // end

    // snippet: route-addresses
    /** For answers to clients: each broker gets the address of the gateway's port for it. */
    static NameRewriter behindGateway(final Map<String, String> ports)
    {
        return new NameRewriter(NameMap.identity()).addresses(AddressMap.brokers(ports));
    }
    // end

    // snippet: route-namespaces
    /** For the connection of one tenant. */
    static final class Tenant
    {
        private final NameRewriter names;

        Tenant(final String name)
        {
            names = new NameRewriter(Namespace.of(name));
        }

        /** Returns the frame for the broker, or null if it is malformed or signed. */
        ByteBuf toBroker(final ByteBuf request, final ByteBufAllocator allocator)
        {
            return names.toBroker(request, allocator);
        }

        /** The answer to a request whose code you remember by its opaque; or a request of the broker's, of any code. */
        ByteBuf toClient(final ByteBuf frame, final int requestCode, final ByteBufAllocator allocator)
        {
            return names.toClient(frame, allocator, requestCode);
        }
    }
    // end
}

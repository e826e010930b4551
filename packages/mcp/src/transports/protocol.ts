/** The protocol of 2026, which has no sessions, and that of 2025 without sessions. */
import {
  createMcpHandler,
  isLegacyRequest,
  type McpServer,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";

/** Serves one request with a server that is created for it. */
export type Protocol = (request: Request, makeServer: () => McpServer) => Promise<Response>;

/** Creates the protocol handler. @param onError receives the errors of requests and servers */
export function createProtocol(onError: (error: unknown) => void): Protocol {
  return async (request, makeServer) => {
    if (await isLegacyRequest(request)) return await serveLegacy(request, makeServer());
    // A function cannot hold a stream open, and nothing changes that a subscription could report.
    return await createMcpHandler(makeServer, { legacy: "reject", maxSubscriptions: 0, onerror: onError }).fetch(
      request,
    );
  };
}

/** Clients of 2025 accept a response as JSON in place of a stream. */
async function serveLegacy(request: Request, server: McpServer): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request);
  } finally {
    await server.close();
  }
}

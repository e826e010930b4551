import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import type { RequestListener } from "node:http";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { createGuardedFetcher } from "../../../core/fetching/guarded-fetcher.js";
import { faultOf } from "./support/fault-of.js";
import { OpenServers, serveHttp, serveHttps } from "./support/loopback-servers.js";
import { selfSignedCertificate } from "./support/self-signed-certificate.js";

const trusted = selfSignedCertificate(["pictures.example"]);
const untrusted = selfSignedCertificate(["pictures.example"]);
const servers = new OpenServers();
const fetcher = createGuardedFetcher({
  limits: { timeoutMs: 20_000, maxBytes: 1024 },
  allowLoopback: true,
  resolve: () => Promise.resolve(["127.0.0.1"]),
});
const hello: RequestListener = (_request, response) => void response.end("hello");

const usualAuthorities = getCACertificates("default");
beforeAll(() => setDefaultCACertificates([...usualAuthorities, trusted.cert]));
afterAll(() => setDefaultCACertificates(usualAuthorities));
afterEach(() => servers.closeAll());

describe("TLS", () => {
  test("to a pinned address still names and verifies the host", async () => {
    const listener: RequestListener = (request, response) => {
      const sni = "servername" in request.socket ? request.socket.servername : undefined;
      response.end(`${String(sni)} ${request.headers.host ?? ""}`);
    };
    const server = await servers.add(serveHttps(trusted, listener));
    const response = await fetcher.fetch(`https://pictures.example:${server.port}/`);
    expect(response.bytes.toString()).toBe(`pictures.example pictures.example:${server.port}`);
    await server.idle();
  });

  test.each([
    ["for another name", trusted, "other.example"],
    ["of an unknown authority", untrusted, "pictures.example"],
    ["for a name, not the address", trusted, "127.0.0.1"],
  ])("refuses a certificate %s", async (_why, certificate, host) => {
    const server = await servers.add(serveHttps(certificate, hello));
    const fault = await faultOf(fetcher.fetch(`https://${host}:${server.port}/`));
    expect(fault).toMatchObject({ kind: "network", retryable: false });
    expect(fault.message).toBe(`The TLS certificate of ${host}:${server.port} is not valid for it.`);
  });

  test("is not given up by a redirect to http", async () => {
    const plain = await servers.add(serveHttp(hello));
    const location = `${plain.origin}/`;
    const server = await servers.add(
      serveHttps(trusted, (_request, response) => void response.writeHead(302, { location }).end()),
    );
    const fault = await faultOf(fetcher.fetch(`https://pictures.example:${server.port}/`));
    expect(fault).toMatchObject({ kind: "redirect", retryable: false });
    expect(fault.message).toMatch(/from https:\/\/ to http:\/\//);
  });

  test("with a server that does not speak it fails for good", async () => {
    const server = await servers.add(serveHttp(hello));
    const fault = await faultOf(fetcher.fetch(`https://pictures.example:${server.port}/`));
    expect(fault).toMatchObject({ kind: "network", retryable: false });
  });
});

import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import type { RequestListener } from "node:http";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { createGuardedFetcher } from "../src/guarded-fetcher.js";
import { failureOf } from "./support/failure-of.js";
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
  test("TLS to a pinned address sends the host name and verifies it", async () => {
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
    ["for a name instead of the address", trusted, "127.0.0.1"],
  ])("a certificate %s is rejected", async (_why, certificate, host) => {
    const server = await servers.add(serveHttps(certificate, hello));
    const failure = await failureOf(fetcher.fetch(`https://${host}:${server.port}/`));
    expect(failure).toMatchObject({ kind: "network", retryable: false });
    expect(failure.message).toBe(`The TLS certificate of ${host}:${server.port} is not valid.`);
  });

  test("a redirect from https to http is rejected", async () => {
    const plain = await servers.add(serveHttp(hello));
    const location = `${plain.origin}/`;
    const server = await servers.add(
      serveHttps(trusted, (_request, response) => void response.writeHead(302, { location }).end()),
    );
    const failure = await failureOf(fetcher.fetch(`https://pictures.example:${server.port}/`));
    expect(failure).toMatchObject({ kind: "redirect", retryable: false });
    expect(failure.message).toMatch(/from https:\/\/ to http:\/\//);
  });

  test("https to a server without TLS is a permanent failure", async () => {
    const server = await servers.add(serveHttp(hello));
    const failure = await failureOf(fetcher.fetch(`https://pictures.example:${server.port}/`));
    expect(failure).toMatchObject({ kind: "network", retryable: false });
  });
});

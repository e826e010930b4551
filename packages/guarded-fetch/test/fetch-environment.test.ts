import { afterEach, describe, expect, test } from "@jest/globals";
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { OpenServers, serveHttp, serveHttps } from "./support/loopback-servers.js";
import { selfSignedCertificate } from "./support/self-signed-certificate.js";

const run = promisify(execFile);
const servers = new OpenServers();
afterEach(() => servers.closeAll());

/** Uses a child process, because Jest gives tests a copy of the environment that Node itself does not use. */
async function fetchUnder(env: Record<string, string>, url: string): Promise<string> {
  const script = fileURLToPath(new URL("./support/fetch-and-print-failure.ts", import.meta.url));
  const { stdout } = await run(process.execPath, ["--import", "tsx", script, url], { env: { ...process.env, ...env } });
  return stdout;
}

describe("the environment of the process", () => {
  test("NODE_TLS_REJECT_UNAUTHORIZED=0 does not turn off the certificate check", async () => {
    const certificate = selfSignedCertificate(["localhost"]);
    const server = await servers.add(serveHttps(certificate, (_request, response) => void response.end("hello")));
    const printed = await fetchUnder({ NODE_TLS_REJECT_UNAUTHORIZED: "0" }, `https://localhost:${server.port}/`);
    expect(printed).toBe(`The TLS certificate of localhost:${server.port} is not valid.`);
  });

  test("a fetch ignores proxy variables, because a proxy would connect to unchecked addresses", async () => {
    const server = await servers.add(serveHttp((_request, response) => void response.end("direct")));
    const proxy = await servers.add(serveHttp((_request, response) => void response.end("by proxy")));
    const env = {
      NODE_USE_ENV_PROXY: "1",
      HTTP_PROXY: proxy.origin,
      http_proxy: proxy.origin,
      ALL_PROXY: proxy.origin,
    };
    const printed = await fetchUnder({ ...env, NO_PROXY: "", no_proxy: "" }, `${server.origin}/`);
    expect(printed).toBe("direct");
  });
});

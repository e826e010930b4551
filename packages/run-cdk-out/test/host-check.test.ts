import { request } from "node:http";
import { afterEach, describe, expect, test } from "@jest/globals";
import { startFunctionUrl } from "../src/fronts/function-url.js";
import { startHttpApi } from "../src/fronts/http-api.js";
import { listenOnLoopback } from "../src/fronts/loopback-server.js";
import { isAllowedHost } from "../src/host-check.js";
import { startHttpService } from "../src/services/http-service.js";

const opened: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});
const open = async <T extends { close(): Promise<unknown> }>(starting: Promise<T>): Promise<T> => {
  const one = await starting;
  opened.push(one);
  return one;
};

/** Requests an endpoint under another name, like a web page whose name resolves to this machine. */
function ask(endpoint: string, host: string): Promise<{ status: number | undefined; text: string }> {
  return new Promise((resolve, reject) => {
    const asked = request(endpoint, { headers: { host }, method: "POST" }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
      response.on("end", () => resolve({ status: response.statusCode, text }));
    });
    asked.on("error", reject).end("{}");
  });
}

describe("the host of a request", () => {
  test.each([
    "localhost",
    "LOCALHOST:4000",
    "localhost.",
    "127.0.0.1",
    "127.0.0.1:4000",
    "[::1]:4000",
    "000000000000.localhost:4101",
    "preview.example.com:80",
    "a.b.test",
  ])("the host %s is this machine, or is allowed", (host) => {
    expect(isAllowedHost(host, ["preview.example.com", ".test"])).toBe(true);
  });

  test.each([
    undefined,
    "",
    "evil.example",
    "localhost.evil.example",
    "evil-localhost",
    "127.0.0.1.evil.example:4000",
    "169.254.169.254",
    "0.0.0.0:4000",
    "www.preview.example.com",
    "test",
    "localhost:4000@evil.example",
    "localhost/evil.example",
    "evil.example#.localhost",
  ])("the host %s is neither this machine nor allowed", (host) => {
    expect(isAllowedHost(host, ["preview.example.com", ".test"])).toBe(false);
  });
});

describe("requests for other hosts", () => {
  const DOMAIN = "abc.lambda-url.us-east-1.on.aws";
  const invoked: unknown[] = [];
  const invoker = {
    invoke: async (event: unknown) => {
      invoked.push(event);
      return Promise.resolve({ payload: Buffer.from("{}") });
    },
    invokeStreaming: async () => Promise.reject(new Error("not used")),
  };
  const starts = {
    "a front": async () => listenOnLoopback((_request, response) => void response.end("here")),
    "a service": async () => startHttpService(async (_request, response) => Promise.resolve(void response.end("here"))),
    "a function URL": async () =>
      startFunctionUrl({ domainName: DOMAIN, invoker, invokeMode: "BUFFERED", authType: "NONE", originToken: "t" }),
    "an HTTP API": async () =>
      startHttpApi({ domainName: DOMAIN, stage: "$default", routes: [{ routeKey: "$default", invoker }] }),
  };

  test.each(Object.entries(starts))(
    "a request for another host gets 421 and does not reach %s",
    async (what, start) => {
      const { endpoint } = await open<{ endpoint: string; close(): Promise<void> }>(start());
      invoked.length = 0;
      const refused = await ask(endpoint, "evil.example:4000");
      expect(refused.status).toBe(421);
      expect(refused.text).toContain('"evil.example:4000"');
      expect(refused.text).toContain("--allow-host");
      expect(invoked).toEqual([]);
      expect((await ask(endpoint, "localhost")).status).toBe(200);
      // The edge requests an origin by its domain name.
      const isOrigin = what === "a function URL" || what === "an HTTP API";
      expect((await ask(endpoint, DOMAIN)).status).toBe(isOrigin ? 200 : 421);
    },
  );

  test("a front whose runner allows the name responds", async () => {
    const front = listenOnLoopback((_request, response) => void response.end("here"), { allowedHosts: ["a.example"] });
    expect(await ask((await open(front)).endpoint, "a.example")).toEqual({ status: 200, text: "here" });
  });
});

import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "@jest/globals";
import { ApiClient } from "../../../cli/api/client.js";
import { keyListSchema } from "../../../core/contract/access-api.js";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function listen(server: Server): Promise<string> {
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe("ApiClient", () => {
  test("a call fails when the response does not begin or does not end in time", async () => {
    const silent = await listen(createServer(() => undefined));
    const endless = await listen(createServer((_, response) => response.writeHead(200).write("{")));
    for (const baseUrl of [silent, endless]) {
      const client = new ApiClient({ baseUrl, apiKey: "irs_x" }, 100);
      await expect(client.run((irs) => irs.usage.get())).rejects.toThrow(
        `${baseUrl} did not respond within 0.1 seconds.`,
      );
    }
  });

  test("a call keeps the path of the base URL, and escapes IDs", async () => {
    const urls: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      urls.push(request.url);
      response.writeHead(204).end();
    });
    const client = new ApiClient({ baseUrl: `${await listen(server)}/pictures`, apiKey: "irs_x" });
    await client.run((irs) => irs.keys.revoke("a/b?c"));
    expect(urls).toEqual(["/pictures/api/v1/keys/a%2Fb%3Fc"]);
  });

  test("a response that does not follow the contract is reported with its status and its request", async () => {
    const server = createServer((_request, response) => {
      response.writeHead(200, { "content-type": "application/json", "x-request-id": "req-9" }).end('{"keys":[{}]}');
    });
    const client = new ApiClient({ baseUrl: await listen(server), apiKey: "irs_x" });
    const list = client.read(keyListSchema, async (irs) => ({ keys: await irs.keys.list() }));
    await expect(list).rejects.toMatchObject({
      message: expect.stringContaining("returned an unexpected response") as unknown,
      facts: "200, request req-9",
      issues: expect.arrayContaining([expect.objectContaining({ path: "keys[0].id" })]) as unknown,
    });
  });
});

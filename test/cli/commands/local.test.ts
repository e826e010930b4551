import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { makeFolder, run } from "../support.js";

const requests: string[] = [];
let server: Server;
let inspectUrl = "";
beforeEach(async () => {
  requests.length = 0;
  server = createServer((request, response) => {
    let body = "";
    request.on("data", (part: Buffer) => (body += part.toString()));
    request.on("end", () => {
      requests.push(`${request.method ?? ""} ${request.url ?? ""} ${body}`);
      response.end('{"transitioned":1,"expired":12}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  inspectUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  await new Promise((resolve) => server.close(resolve));
});

const folder = () =>
  makeFolder({ ".local/connection.json": { baseUrl: "http://127.0.0.1:4000", apiKey: "irs_key", inspectUrl } });

describe("irs local advance", () => {
  test("local advance moves the time of the local service by days or hours, and prints what changed", async () => {
    expect(await run(folder(), "local", "advance", "91d")).toMatchObject({
      ...{ code: 0, text: "1 file archived, 12 files deleted\n", errors: "" },
    });
    await run(folder(), "local", "advance", "12h");
    expect(requests).toEqual(['POST /time/advance {"days":91}', 'POST /time/advance {"days":0.5}']);
  });

  test.each(["91", "91 days", "-1d", "0d", "99999999d"])(
    "the time %s is refused with examples of valid times",
    async (time) => {
      const { code, errors } = await run(folder(), "local", "advance", "--", time);
      expect([code, errors]).toEqual([2, expect.stringContaining("such as 91d or 12h")]);
      expect(requests).toEqual([]);
    },
  );

  test("without a local service, the message says how to start it", async () => {
    const expected = { code: 2, errors: expect.stringContaining('Start it with "npm start".') };
    expect(await run(makeFolder({}), "local", "advance", "1d")).toMatchObject(expected);
    const gone = folder();
    await new Promise((resolve) => server.close(resolve));
    expect(await run(gone, "local", "advance", "1d")).toMatchObject(expected);
  });
});

import { describe, expect, test } from "@jest/globals";
import { EventParser } from "../src/events/event-parser.js";
import { ConnectionError } from "../src/index.js";
import { type Answer, clientWith, failure, job } from "./given-fetch.js";

const bytes = (text: string) => new TextEncoder().encode(text);
const stateEvent = (status: "queued" | "done", attempts = 1) =>
  `event: status\nid: ${status}.${attempts}\ndata: ${JSON.stringify(job(status, { attempts }))}\n\n`;

/** A stream of these parts. Then it ends, or is cut. */
function stream(parts: readonly string[], end: "ends" | "cut" = "ends"): Response {
  const queue = [...parts];
  const body = new ReadableStream({
    pull(controller) {
      const part = queue.shift();
      if (part !== undefined) controller.enqueue(bytes(part));
      else if (end === "ends") controller.close();
      else controller.error(new TypeError("terminated"));
    },
  });
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}

/** A client whose requests get streams. Each is used once, so none is cloned. */
function clientOf(streams: readonly (() => Response)[]) {
  const rest = [...streams];
  const answer: Answer = () => rest.shift()?.() ?? failure(500, "INTERNAL");
  return clientWith([answer], { retry: { baseMs: 0, max: 0 } });
}

async function collect<T>(events: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const event of events) found.push(event);
  return found;
}

describe("the parser of events", () => {
  const TEXT =
    "\ufeff: hello\r\nevent: a\rdata: one\ndata:two\r\nid: 7\n\nretry: 250\n\ndata\n\nfoo: bar\ndata: ä €😀\n\n";
  const EVENTS = [
    { type: "a", data: "one\ntwo", id: "7" },
    { type: "message", data: "ä €😀", id: "7" },
  ];

  test("reads every form of lines, wherever the stream is divided", () => {
    const whole = bytes(TEXT);
    for (let size = 1; size <= whole.length; size += 1) {
      const parser = new EventParser();
      const found = [];
      for (let at = 0; at < whole.length; at += size) found.push(...parser.push(whole.subarray(at, at + size)));
      expect(found).toEqual(EVENTS);
      expect(parser.retryMs).toBe(250);
    }
  });

  test("does not end an event that is not complete", () => {
    expect(new EventParser().push(bytes("data: one\n"))).toEqual([]);
  });

  test("refuses an event that never ends, with or without lines", () => {
    for (const part of ["x".repeat(1024 * 1024), `data: ${"x".repeat(1024 * 1024)}\n`]) {
      const parser = new EventParser();
      expect(() => {
        for (let index = 0; index < 20; index += 1) parser.push(bytes(part));
      }).toThrow("too long");
    }
  });
});

describe("the events of a render", () => {
  test("come until the render has ended, typed and in order", async () => {
    const { client } = clientOf([() => stream([stateEvent("queued"), ":\n\n", stateEvent("done")])]);
    const events = await collect(client.renders.events("a"));
    expect(events.map(({ type, id, data }) => [type, id, data.status])).toEqual([
      ["status", "queued.1", "queued"],
      ["status", "done.1", "done"],
    ]);
  });

  test.each(["ends", "cut"] as const)("continue after the last one when the stream %s", async (end) => {
    const { client, requests } = clientOf([
      () => stream(["retry: 1\n\n", stateEvent("queued"), "event: status\nda"], end),
      () => stream(["retry: 1\n\n", stateEvent("queued", 2)], end),
      () => stream([stateEvent("done", 2)], end),
    ]);
    const events = await collect(client.renders.events("a"));
    expect(events.map(({ id }) => id)).toEqual(["queued.1", "queued.2", "done.2"]);
    expect(requests.map(({ headers }) => headers.get("last-event-id"))).toEqual([null, "queued.1", "queued.2"]);
  });

  test("end with 204 if the last event was received already", async () => {
    const { client, requests } = clientOf([
      () => stream(["retry: 1\n\n", stateEvent("queued")]),
      () => new Response(null, { status: 204 }),
    ]);
    await expect(collect(client.renders.events("a"))).resolves.toHaveLength(1);
    expect(requests).toHaveLength(2);
  });

  test("end with an error of the service when the client connects again", async () => {
    const { client } = clientOf([() => stream(["retry: 1\n\n"]), () => failure(404, "NOT_FOUND")]);
    await expect(collect(client.renders.events("a"))).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test("end when the caller has enough, and the connection with them", async () => {
    let isCanceled = false;
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(bytes(stateEvent("queued"))),
      cancel: () => void (isCanceled = true),
    });
    const { client } = clientOf([() => new Response(body)]);
    for await (const { data } of client.renders.events("a")) {
      expect(data.status).toBe("queued");
      break;
    }
    expect(isCanceled).toBe(true);
  });

  test("end when the caller's signal aborts", async () => {
    const stop = new AbortController();
    const { client } = clientOf([() => stream(["retry: 60000\n\n", stateEvent("queued")])]);
    const reason = new Error("enough");
    const run = async () => {
      for await (const event of client.renders.events("a", { signal: stop.signal })) {
        expect(event.id).toBe("queued.1");
        setTimeout(() => stop.abort(reason), 1);
      }
    };
    await expect(run()).rejects.toBe(reason);
  });
});

test("the events of a batch are those of its renders, and its own at the end", async () => {
  const batch = { id: "b", status: "done" };
  const { client } = clientOf([
    () => stream([stateEvent("done"), `event: batch\nid: x\ndata: ${JSON.stringify(batch)}\n\n`]),
  ]);
  const events = await collect(client.batches.events("b"));
  expect(events.map(({ type }) => type)).toEqual(["status", "batch"]);
  expect(events[1]?.data).toEqual(batch);
});

test("a stream that ends without a byte, again and again, is an error", async () => {
  const { client } = clientOf([
    () => stream(["retry: 1\n\n"]),
    ...Array.from({ length: 5 }, () => () => stream([], "cut")),
  ]);
  await expect(collect(client.renders.events("a"))).rejects.toBeInstanceOf(ConnectionError);
});

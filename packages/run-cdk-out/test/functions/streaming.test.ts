import { once } from "node:events";
import { text } from "node:stream/consumers";
import { afterEach, describe, expect, jest, test } from "@jest/globals";
import { cleanUp, parsed, startGate, startTestHost, until } from "./support.js";

jest.setTimeout(60_000);
afterEach(cleanUp);

const PRELUDE = { statusCode: 201, headers: { "content-type": "text/plain", "x-number": "7" }, cookies: ["a=1"] };

describe("streamed responses", () => {
  test("a streamed response reaches the caller while the handler still writes", async () => {
    const { add } = await startTestHost();
    const gate = await startGate();
    const { prelude, body } = await add("streams.gated").invokeStreaming({ gate: gate.url });
    expect(prelude).toEqual(PRELUDE);
    const [first] = (await once(body, "data")) as [Buffer];
    expect(first.toString()).toBe("first ");
    gate.open();
    expect(await text(body)).toBe("second");
  });

  test("a streamed response without a prelude keeps its content type", async () => {
    const { add } = await startTestHost();
    const { prelude, contentType, body } = await add("streams.plain").invokeStreaming({});
    expect({ prelude, contentType }).toEqual({ prelude: undefined, contentType: "text/csv" });
    expect(await text(body)).toBe("a,b");
  });

  test("a handler that does not stream can be invoked with streaming, and returns its whole response", async () => {
    const { add } = await startTestHost();
    const { prelude, body } = await add("basics.echo").invokeStreaming({ a: 1 });
    expect(prelude).toBeUndefined();
    expect(JSON.parse(await text(body))).toEqual({ a: 1 });
  });

  test("a streamed response is collected for a buffered invocation", async () => {
    const { add } = await startTestHost();
    expect((await add("streams.plain").invoke({})).payload.toString()).toBe("a,b");
  });

  test("a streamed response of 20 MB arrives complete", async () => {
    const { add } = await startTestHost();
    const { body } = await add("streams.big").invokeStreaming({ megabytes: 20 });
    let bytes = 0;
    for await (const chunk of body as AsyncIterable<Buffer>) bytes += chunk.length;
    expect(bytes).toBe(20 * 1_048_576);
  });

  test("a streamed response of 100 MB waits for a slow caller and is not collected in memory", async () => {
    const { add } = await startTestHost();
    const gate = await startGate();
    const pool = add("streams.big");
    const { body } = await pool.invokeStreaming({ megabytes: 100, gate: gate.url });
    await until(() => body.readableLength > 0);
    expect(body.readableLength).toBeLessThan(1_048_576);
    body.resume();
    await until(() => gate.arrived() === 1);
    gate.open();
  });

  test("a streamed response whose caller has gone is discarded, and the invocation runs to its end", async () => {
    const { add } = await startTestHost();
    const gate = await startGate();
    const pool = add("streams.big");
    const { body } = await pool.invokeStreaming({ megabytes: 20, gate: gate.url });
    body.destroy();
    await until(() => gate.arrived() === 1);
    gate.open();
    await until(() => pool.stats().busy === 0);
    expect(pool.stats()).toMatchObject({ errors: 0, coldStarts: 1 });
  });

  test("a streamed response ends for the caller at once, while its process is busy until the handler returns", async () => {
    const { add } = await startTestHost();
    const gate = await startGate();
    const pool = add("streams.goesOn", { maxConcurrency: 2 });
    const first = await text((await pool.invokeStreaming({ gate: gate.url })).body);
    const second = await text((await pool.invokeStreaming({ gate: gate.url })).body);
    expect(second).not.toBe(first);
    gate.open();
    await until(() => pool.stats().busy === 0);
  });

  test("streamed responses of one process for many invocations run at the same time", async () => {
    const { add } = await startTestHost();
    const gates = [await startGate(), await startGate()];
    const pool = add("streams.gated", { invocationsPerProcess: 2 });
    const both = await Promise.all(gates.map(({ url }) => pool.invokeStreaming({ gate: url })));
    for (const { prelude } of both) expect(prelude).toEqual(PRELUDE);
    gates.forEach((gate) => gate.open());
    expect(await Promise.all(both.map(({ body }) => text(body)))).toEqual(["first second", "first second"]);
    expect(pool.stats().coldStarts).toBe(1);
  });
});

describe("processes that share the invocations of a function", () => {
  const spread = { invocationsPerProcess: 3, maxConcurrency: 2, spreadsInvocations: true };

  test("an invocation gets a free process or a new one before it shares one with others", async () => {
    const { add } = await startTestHost();
    const gate = await startGate();
    const pool = add("basics.waits", { ...spread });
    const running = [];
    for (let count = 1; count <= 4; count += 1) {
      running.push(pool.invoke({ gate: gate.url }));
      await until(() => gate.arrived() === count);
    }
    gate.open();
    const pids = (await Promise.all(running)).map(({ payload }) => parsed(payload)["pid"]);
    expect(pids).toEqual([pids[0], pids[1], pids[0], pids[1]]);
    expect(new Set(pids).size).toBe(2);
  });

  test("handlers that continue after their responses delay no response, and are spread over the processes too", async () => {
    const { add } = await startTestHost();
    const gate = await startGate();
    const pool = add("streams.goesOn", { ...spread });
    const pidsOf = async (count: number) => {
      const streams = await Promise.all(Array.from({ length: count }, () => pool.invokeStreaming({ gate: gate.url })));
      return await Promise.all(streams.map(({ body }) => text(body)));
    };
    const pids = await pidsOf(2);
    for (let round = 0; round < 4; round += 1) pids.push(...(await pidsOf(1)));
    await until(() => gate.arrived() === 6);
    expect(new Set(pids.slice(0, 2)).size).toBe(2);
    expect(pids.slice(2)).toEqual([pids[0], pids[1], pids[0], pids[1]]);
    gate.open();
  });
});

describe("failures of streaming handlers", () => {
  test("a handler that fails before its first bytes returns a function error", async () => {
    const { add } = await startTestHost();
    const pool = add("streams.throwsAtOnce");
    const { functionError, errorPayload, body } = await pool.invokeStreaming({});
    expect(functionError).toBe("Unhandled");
    expect(parsed(errorPayload)).toMatchObject({ errorType: "TypeError", errorMessage: "nothing to stream" });
    expect(await text(body)).toBe("");
    await until(() => pool.stats().busy === 0);
    expect(pool.stats()).toMatchObject({ errors: 1, coldStarts: 1 });
  });

  test("a handler that fails after its first bytes breaks the stream, and its process continues", async () => {
    const { add } = await startTestHost();
    const pool = add("streams.throwsMidway");
    const { functionError, prelude, body } = await pool.invokeStreaming({});
    expect({ functionError, prelude }).toEqual({ functionError: undefined, prelude: PRELUDE });
    await expect(text(body)).rejects.toThrow("TypeError: lost the rest");
    await until(() => pool.stats().busy === 0);
    expect(pool.stats().coldStarts).toBe(1);
  });

  test("a streaming handler that times out breaks the stream", async () => {
    const { add } = await startTestHost();
    const pool = add("streams.hangsMidway", { timeoutSeconds: 1 });
    const { body } = await pool.invokeStreaming({});
    await expect(text(body)).rejects.toThrow("Task timed out after 1.00 seconds");
    await until(() => pool.stats().pids.length === 0);
    expect(pool.stats().timeouts).toBe(1);
  });
});

describe("preludes as in Lambda", () => {
  test("a handler that ends after its prelude without a write loses the prelude and has an empty response, as in Lambda", async () => {
    const { add } = await startTestHost();
    const { functionError, prelude, body } = await add("streams.endsWithoutWrite").invokeStreaming({});
    expect({ functionError, prelude }).toEqual({ functionError: undefined, prelude: undefined });
    expect(await text(body)).toBe("");
  });

  test("a handler that writes only with `end` returns a function error, as in Lambda", async () => {
    const { add } = await startTestHost();
    const { functionError, errorPayload } = await add("streams.endsWithFirstWrite").invokeStreaming({});
    expect(functionError).toBe("Unhandled");
    expect(parsed(errorPayload)).toMatchObject({ errorType: "Runtime.TruncatedResponse" });
  });
});

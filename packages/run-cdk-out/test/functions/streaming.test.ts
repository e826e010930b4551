import { once } from "node:events";
import { text } from "node:stream/consumers";
import { afterEach, describe, expect, jest, test } from "@jest/globals";
import { cleanUp, parsed, startGate, startTestHost, until } from "./support.js";

jest.setTimeout(60_000);
afterEach(cleanUp);

const PRELUDE = { statusCode: 201, headers: { "content-type": "text/plain", "x-number": "7" }, cookies: ["a=1"] };

describe("a streamed response", () => {
  test("reaches the caller while the handler still writes", async () => {
    const { add } = await startTestHost();
    const gate = await startGate();
    const { prelude, body } = await add("streams.gated").invokeStreaming({ gate: gate.url });
    expect(prelude).toEqual(PRELUDE);
    const [first] = (await once(body, "data")) as [Buffer];
    expect(first.toString()).toBe("first ");
    gate.open();
    expect(await text(body)).toBe("second");
  });

  test("without a prelude carries its content type", async () => {
    const { add } = await startTestHost();
    const { prelude, contentType, body } = await add("streams.plain").invokeStreaming({});
    expect({ prelude, contentType }).toEqual({ prelude: undefined, contentType: "text/csv" });
    expect(await text(body)).toBe("a,b");
  });

  test("of a handler that does not stream is its whole answer", async () => {
    const { add } = await startTestHost();
    const { prelude, body } = await add("basics.echo").invokeStreaming({ a: 1 });
    expect(prelude).toBeUndefined();
    expect(JSON.parse(await text(body))).toEqual({ a: 1 });
  });

  test("is collected for a caller that wants it whole", async () => {
    const { add } = await startTestHost();
    expect((await add("streams.plain").invoke({})).payload.toString()).toBe("a,b");
  });

  test("arrives complete however large it is", async () => {
    const { add } = await startTestHost();
    const { body } = await add("streams.big").invokeStreaming({ megabytes: 20 });
    let bytes = 0;
    for await (const chunk of body as AsyncIterable<Buffer>) bytes += chunk.length;
    expect(bytes).toBe(20 * 1_048_576);
  });

  test("waits for a slow caller and is not collected in memory", async () => {
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

  test("that nobody wants any more is discarded, and the invocation runs to its end", async () => {
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

  test("ends for the caller at once, while its process is busy until the handler returns", async () => {
    const { add } = await startTestHost();
    const gate = await startGate();
    const pool = add("streams.goesOn", { maxConcurrency: 2 });
    const first = await text((await pool.invokeStreaming({ gate: gate.url })).body);
    const second = await text((await pool.invokeStreaming({ gate: gate.url })).body);
    expect(second).not.toBe(first);
    gate.open();
    await until(() => pool.stats().busy === 0);
  });

  test("goes side by side with others in a process for many invocations", async () => {
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

describe("a handler that fails", () => {
  test("before its first bytes gives a function error", async () => {
    const { add } = await startTestHost();
    const pool = add("streams.throwsAtOnce");
    const { functionError, errorPayload, body } = await pool.invokeStreaming({});
    expect(functionError).toBe("Unhandled");
    expect(parsed(errorPayload)).toMatchObject({ errorType: "TypeError", errorMessage: "nothing to stream" });
    expect(await text(body)).toBe("");
    await until(() => pool.stats().busy === 0);
    expect(pool.stats()).toMatchObject({ errors: 1, coldStarts: 1 });
  });

  test("after its first bytes breaks the stream, and its process goes on", async () => {
    const { add } = await startTestHost();
    const pool = add("streams.throwsMidway");
    const { functionError, prelude, body } = await pool.invokeStreaming({});
    expect({ functionError, prelude }).toEqual({ functionError: undefined, prelude: PRELUDE });
    await expect(text(body)).rejects.toThrow("TypeError: lost the rest");
    await until(() => pool.stats().busy === 0);
    expect(pool.stats().coldStarts).toBe(1);
  });

  test("to end in time breaks the stream", async () => {
    const { add } = await startTestHost();
    const pool = add("streams.hangsMidway", { timeoutSeconds: 1 });
    const { body } = await pool.invokeStreaming({});
    await expect(text(body)).rejects.toThrow("Task timed out after 1.00 seconds");
    await until(() => pool.stats().pids.length === 0);
    expect(pool.stats().timeouts).toBe(1);
  });
});

describe("as in Lambda, a handler that sends a prelude and", () => {
  test("ends without a write has an empty response and its prelude lost", async () => {
    const { add } = await startTestHost();
    const { functionError, prelude, body } = await add("streams.endsWithoutWrite").invokeStreaming({});
    expect({ functionError, prelude }).toEqual({ functionError: undefined, prelude: undefined });
    expect(await text(body)).toBe("");
  });

  test("writes only with `end` gives a function error", async () => {
    const { add } = await startTestHost();
    const { functionError, errorPayload } = await add("streams.endsWithFirstWrite").invokeStreaming({});
    expect(functionError).toBe("Unhandled");
    expect(parsed(errorPayload)).toMatchObject({ errorType: "Runtime.TruncatedResponse" });
  });
});

import { describe, expect, test } from "@jest/globals";
import * as z from "zod";
import { operation, startJsonService } from "../../src/services/aws-json.js";
import { cleanups } from "./fixtures.js";

const atEnd = cleanups();

async function start() {
  const service = await startJsonService({
    version: "1.1",
    targetPrefix: "Test",
    operations: {
      Echo: operation(z.strictObject({ Text: z.string() }), (input) => input),
      Never: operation(z.strictObject({}), (_, signal) => {
        return new Promise((resolve) => signal.addEventListener("abort", () => resolve({})));
      }),
    },
  });
  atEnd(() => service.close());
  const ask = async (target: string, body: string) => {
    const response = await fetch(service.endpoint, { method: "POST", headers: { "x-amz-target": target }, body });
    return { status: response.status, body: (await response.json()) as Record<string, string> };
  };
  return { service, ask };
}

describe("the JSON protocol", () => {
  test("an operation answers with what it returns", async () => {
    const { ask } = await start();
    expect(await ask("Test.Echo", '{"Text":"x"}')).toEqual({ status: 200, body: { Text: "x" } });
  });

  test.each([
    ["an operation that is not there", "Test.Delete", "{}", "UnknownOperationException"],
    ["another service's operation", "Other.Echo", "{}", "UnknownOperationException"],
    ["an inherited property", "Test.toString", "{}", "UnknownOperationException"],
    ["a body that is no JSON", "Test.Echo", "{", "SerializationException"],
    ["a missing parameter", "Test.Echo", "{}", "ValidationException"],
    ["a parameter that would have no effect", "Test.Echo", '{"Text":"x","Colour":"red"}', "ValidationException"],
  ])("%s is refused with its error's name", async (_, target, body, code) => {
    const { ask } = await start();
    expect(await ask(target, body)).toMatchObject({ status: 400, body: { __type: code } });
  });

  test("a body beyond all bounds is refused", async () => {
    const { ask } = await start();
    const status = await ask("Test.Echo", "x".repeat(9 * 1024 * 1024)).then(
      (answer) => answer.status,
      // The refusal comes while the client is still sending, so it may see a closed connection instead of it.
      () => "connection closed",
    );
    expect([413, "connection closed"]).toContain(status);
  });

  test("closing ends connections that are kept alive and operations that wait, and may be asked for twice", async () => {
    const { service, ask } = await start();
    await ask("Test.Echo", '{"Text":"x"}');
    const waiting = ask("Test.Never", "{}").then(
      () => "answered",
      () => "ended",
    );
    await ask("Test.Echo", '{"Text":"y"}');
    await Promise.all([service.close(), service.close()]);
    expect(await waiting).toBe("ended");
    await expect(fetch(service.endpoint)).rejects.toThrow();
  });
});

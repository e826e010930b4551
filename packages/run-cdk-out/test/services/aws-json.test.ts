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
  const call = async (target: string, body: string) => {
    const response = await fetch(service.endpoint, { method: "POST", headers: { "x-amz-target": target }, body });
    return { status: response.status, body: (await response.json()) as Record<string, string> };
  };
  return { service, call };
}

describe("AWS JSON protocol", () => {
  test("the AWS JSON protocol returns the result of an operation", async () => {
    const { call } = await start();
    expect(await call("Test.Echo", '{"Text":"x"}')).toEqual({ status: 200, body: { Text: "x" } });
  });

  test.each([
    ["an unknown operation", "Test.Delete", "{}", "UnknownOperationException"],
    ["an operation of another service", "Other.Echo", "{}", "UnknownOperationException"],
    ["an inherited property as operation", "Test.toString", "{}", "UnknownOperationException"],
    ["a body that is not JSON", "Test.Echo", "{", "SerializationException"],
    ["a missing parameter", "Test.Echo", "{}", "ValidationException"],
    ["an unknown parameter", "Test.Echo", '{"Text":"x","Color":"red"}', "ValidationException"],
  ])("the AWS JSON protocol returns 400 with an error code for %s", async (_, target, body, code) => {
    const { call } = await start();
    expect(await call(target, body)).toMatchObject({ status: 400, body: { __type: code } });
  });

  test("the AWS JSON protocol returns 413 for a body of more than 8 MiB", async () => {
    const { call } = await start();
    const status = await call("Test.Echo", "x".repeat(9 * 1024 * 1024)).then(
      (response) => response.status,
      // The response comes while the client is still sending, so the client may see only a closed connection.
      () => "connection closed",
    );
    expect([413, "connection closed"]).toContain(status);
  });

  test("closing a service ends idle connections and waiting operations, and a second close is harmless", async () => {
    const { service, call } = await start();
    await call("Test.Echo", '{"Text":"x"}');
    const waiting = call("Test.Never", "{}").then(
      () => "response",
      () => "ended",
    );
    await call("Test.Echo", '{"Text":"y"}');
    await Promise.all([service.close(), service.close()]);
    expect(await waiting).toBe("ended");
    await expect(fetch(service.endpoint)).rejects.toThrow();
  });
});

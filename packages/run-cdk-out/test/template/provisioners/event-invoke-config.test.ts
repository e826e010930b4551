import { expect, test } from "@jest/globals";
import { FunctionRegistry } from "../../../src/template/function-registry.js";
import type { Platform } from "../../../src/template/platform.js";
import { provisionEventInvokeConfig } from "../../../src/template/provisioners/functions.js";
import type { ResolvedValue } from "../../../src/template/resolve.js";

async function settingsAfter(properties: Readonly<Record<string, ResolvedValue>>) {
  const functions = new FunctionRegistry({
    add: () => {
      throw new Error("No pool is needed.");
    },
  });
  functions.declare({
    ...{ name: "sweeper", arn: "arn:sweeper", functionName: "sweeper", codeDir: "/code", handler: "index.handler" },
    ...{ environment: {}, layerDirs: [], timeoutSeconds: 3, memoryMb: 128 },
  });
  const resource = { logicalId: "Config", type: "AWS::Lambda::EventInvokeConfig", properties };
  await provisionEventInvokeConfig(resource, { physicalId: "c", attributes: {} }, { functions } as Platform);
  return functions.asyncSettings("arn:sweeper");
}

const LATEST = { FunctionName: "sweeper", Qualifier: "$LATEST" };

test("a function has no settings for asynchronous invocations unless the template gives it some", async () => {
  expect(
    new FunctionRegistry({
      add: () => {
        throw new Error("No pool is needed.");
      },
    }).asyncSettings("arn:other"),
  ).toEqual({});
  expect(await settingsAfter({ ...LATEST, MaximumRetryAttempts: 1 })).toEqual({ maxRetries: 1 });
  expect(await settingsAfter({ ...LATEST, MaximumRetryAttempts: 0, MaximumEventAgeInSeconds: "60" })).toEqual({
    maxRetries: 0,
    maxAgeSeconds: 60,
  });
});

test("settings that AWS refuses cause an error that names their place in the template", async () => {
  for (const [properties, place] of [
    [{ ...LATEST, MaximumRetryAttempts: 3 }, "Config.MaximumRetryAttempts"],
    [{ ...LATEST, MaximumEventAgeInSeconds: 30 }, "Config.MaximumEventAgeInSeconds"],
    [{ FunctionName: "sweeper", Qualifier: "live" }, "Config.Qualifier"],
    [{ ...LATEST, FunctionName: "other" }, "there is no function other"],
  ] as const) {
    await expect(settingsAfter(properties)).rejects.toThrow(place);
  }
});

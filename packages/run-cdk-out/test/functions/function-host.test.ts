import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, jest, test } from "@jest/globals";
import { RequestEntityTooLargeError, startFunctionHost } from "../../src/functions/function-host.js";
import { cleanUp, closeAfterTest, FIXTURES, parsed, startTestHost, until } from "./support.js";

jest.setTimeout(60_000);
afterEach(cleanUp);

describe("processes of functions", () => {
  test("a process has exactly the variables of the template and those that Lambda sets", async () => {
    const { add } = await startTestHost();
    const pool = add("basics.environment", { environment: { TABLE: "jobs", TZ: "Europe/Berlin" }, memoryMb: 512 });
    const { env, cwd, execArgv } = parsed((await pool.invoke({})).payload);
    expect(env).toEqual({
      TABLE: "jobs",
      TZ: "Europe/Berlin",
      _HANDLER: "basics.environment",
      _X_AMZN_TRACE_ID: expect.stringMatching(/^Root=1-[0-9a-f]{8}-[0-9a-f]{24};Parent=[0-9a-f]{16};Sampled=0$/),
      AWS_ACCESS_KEY_ID: "local",
      // The process cannot reach the user's profile files and home folder: their settings can break calls to local
      // services.
      AWS_CONFIG_FILE: "/dev/null",
      AWS_SHARED_CREDENTIALS_FILE: "/dev/null",
      HOME: "/nonexistent",
      AWS_DEFAULT_REGION: "us-east-1",
      AWS_EXECUTION_ENV: "AWS_Lambda_nodejs24.x",
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: "512",
      AWS_LAMBDA_FUNCTION_NAME: "basics-environment",
      AWS_LAMBDA_FUNCTION_VERSION: "$LATEST",
      AWS_LAMBDA_INITIALIZATION_TYPE: "on-demand",
      AWS_LAMBDA_LOG_GROUP_NAME: "/aws/lambda/basics-environment",
      AWS_SDK_UA_APP_ID: "process-1",
      AWS_LAMBDA_LOG_STREAM_NAME: expect.stringMatching(/^\d{4}\/\d\d\/\d\d\/\[\$LATEST\][0-9a-f]{32}$/),
      AWS_LAMBDA_RUNTIME_API: expect.stringMatching(/^127\.0\.0\.1:\d+$/),
      AWS_REGION: "us-east-1",
      AWS_SECRET_ACCESS_KEY: "local",
      LAMBDA_RUNTIME_DIR: expect.stringContaining("aws-lambda-ric"),
      LAMBDA_TASK_ROOT: FIXTURES,
      LANG: "en_US.UTF-8",
      PATH: "/usr/local/bin:/usr/bin:/bin:/opt/bin",
    });
    expect(cwd).toBe(FIXTURES);
    expect(execArgv).toContain("--max-old-space-size=512");
  });

  test("a template cannot override a variable that Lambda reserves", async () => {
    const { add } = await startTestHost();
    const pool = add("basics.environment", { environment: { AWS_REGION: "eu-central-1", _HANDLER: "other" } });
    const { env } = parsed((await pool.invoke({})).payload);
    expect(env).toMatchObject({ AWS_REGION: "us-east-1", _HANDLER: "basics.environment" });
  });

  test("a function finds the packages of its layers", async () => {
    const dir = mkdtempSync(join(FIXTURES, "layers-"));
    closeAfterTest(async () => rmSync(dir, { recursive: true }));
    const packageDir = join(dir, "layer", "nodejs", "node_modules", "in-a-layer");
    mkdirSync(packageDir, { recursive: true });
    writeFileSync(join(packageDir, "index.js"), `module.exports = "from the layer";`);
    writeFileSync(
      join(dir, "index.mjs"),
      `import { createRequire } from "node:module";
       const found = createRequire(import.meta.url)("in-a-layer");
       export const handler = async () => ({ found });`,
    );
    const { add } = await startTestHost();
    const pool = add("index.handler", { codeDir: dir, layerDirs: [join(dir, "layer")] });
    expect(parsed((await pool.invoke({})).payload)).toEqual({ found: "from the layer" });
  });

  test("a handler gets a context with its ARN, its request ID and its remaining time", async () => {
    const { add } = await startTestHost();
    const pool = add("basics.context", { timeoutSeconds: 300 });
    const context = parsed((await pool.invoke({}, { traceId: "Root=1-2-3" })).payload);
    expect(context).toMatchObject({
      functionName: "basics-context",
      memoryLimitInMB: "256",
      invokedFunctionArn: pool.spec.arn,
      awsRequestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      xRayTraceId: "Root=1-2-3",
    });
    expect(context["remainingMs"]).toBeGreaterThan(0);
    expect(context["remainingMs"]).toBeLessThanOrEqual(300_000);
  });

  test("the output of a function is logged line by line with its name", async () => {
    const { add, lines } = await startTestHost();
    await add("basics.speak", { name: "speaker" }).invoke({});
    expect(lines).toEqual(
      expect.arrayContaining([expect.stringMatching(/^speaker: .*INFO\tone$/), "speaker: two", "speaker: three"]),
    );
  });
});

test.each([1, 2])("none of 3,000 lines is lost in a process for %i invocations", async (perProcess) => {
  const { add, lines } = await startTestHost();
  const { functionError } = await add("basics.floods", { invocationsPerProcess: perProcess }).invoke({ lines: 3_000 });
  expect(functionError).toBeUndefined();
  await until(() => lines.length >= 3_000);
  expect(lines.findIndex((line, index) => !line.includes(`line ${index} x`))).toBe(-1);
});

describe("payload limits", () => {
  test("an event arrives unchanged in any alphabet", async () => {
    const { add } = await startTestHost();
    const event = { text: "Grüße, 世界 🌍\u0000", list: [1, null, { deep: true }] };
    expect(parsed((await add("basics.echo").invoke(event)).payload)).toEqual(event);
  });

  test("an event above 6 MB is refused before the function runs", async () => {
    const { add } = await startTestHost();
    const pool = add("basics.echo");
    await expect(pool.invoke("x".repeat(6_291_456))).rejects.toThrow(RequestEntityTooLargeError);
    expect(pool.stats()).toMatchObject({ invocations: 0, coldStarts: 0 });
  });

  test("a response of 6,291,556 bytes is returned, and a larger one is an error", async () => {
    const { add } = await startTestHost();
    const pool = add("basics.large");
    expect((await pool.invoke({ bytes: 6_291_556 })).payload).toHaveLength(6_291_556);
    const { functionError, payload } = await pool.invoke({ bytes: 6_291_557 });
    expect(functionError).toBe("Unhandled");
    expect(parsed(payload)).toMatchObject({ errorType: "Function.ResponseSizeTooLarge" });
  });
});

describe("function host", () => {
  test("a host has its pools by ARN and refuses to add a function twice", async () => {
    const { host, add } = await startTestHost();
    const pool = add("basics.echo");
    expect(host.pools.get(pool.spec.arn)).toBe(pool);
    expect(() => add("basics.echo")).toThrow("was added before");
  });

  test("a host does not start without the runtime interface client", async () => {
    const start = startFunctionHost({ onLogLine: () => undefined, ricDir: join(FIXTURES, "nowhere") });
    await expect(start).rejects.toThrow("The runtime interface client is missing");
  });
});

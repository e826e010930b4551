import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer, type Server } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { isolateEnvironment } from "../src/isolate-environment.js";
import { freePort } from "../src/services/free-port.js";
import { synthesize } from "../src/synthesis/synthesize.js";
import { RunningApp, SAMPLE, until } from "./running-app.js";

jest.setTimeout(120_000);

describe("isolateEnvironment", () => {
  test("isolateEnvironment removes every AWS setting, disables the profile files, and keeps the rest", () => {
    const environment = { AWS_PROFILE: "work", AWS_USE_FIPS_ENDPOINT: "true", HOME: "/home/ada", LANG: "C" };
    isolateEnvironment(environment, () => "/home/ada");
    expect(environment).toEqual({
      AWS_CONFIG_FILE: "/dev/null",
      AWS_SHARED_CREDENTIALS_FILE: "/dev/null",
      HOME: "/home/ada",
      LANG: "C",
      no_proxy: "127.0.0.1,localhost,.localhost",
      NO_PROXY: "127.0.0.1,localhost,.localhost",
    });
  });

  test("isolateEnvironment adds this machine to the hosts that are reached without a proxy", () => {
    const environment = { no_proxy: "intranet.example", NO_PROXY: "*.example" };
    isolateEnvironment(environment, () => "/home/ada");
    expect(environment).toMatchObject({
      no_proxy: "intranet.example,127.0.0.1,localhost,.localhost",
      NO_PROXY: "*.example,127.0.0.1,localhost,.localhost",
    });
  });

  test("isolateEnvironment sets HOME when the user ID has no entry in /etc/passwd", () => {
    const environment: Record<string, string | undefined> = {};
    isolateEnvironment(environment, () => {
      throw new Error("ENOENT: uv_os_homedir");
    });
    expect(environment["HOME"]).toBe("/nonexistent");
  });
});

describe("a stack whose user has AWS settings and a proxy", () => {
  let folder: string;
  let assemblyDir: string;
  let proxy: Server;
  let proxied = 0;
  let app: RunningApp | undefined;

  beforeAll(async () => {
    mkdirSync(join(SAMPLE, ".run-cdk-out"), { recursive: true });
    folder = mkdtempSync(join(SAMPLE, ".run-cdk-out", "isolation-test-"));
    mkdirSync(join(folder, ".aws"));
    const settings = "[default]\nuse_fips_endpoint = true\nuse_dualstack_endpoint = true\n";
    writeFileSync(join(folder, ".aws", "config"), settings);
    assemblyDir = join(folder, "cdk.out");
    const command = [process.execPath, "--import", "tsx", "bin/app.ts"] as const;
    await synthesize({ projectDir: SAMPLE, command: [...command], assemblyDir, context: {} });
    // A proxy that accepts connections and never responds.
    proxy = createServer(() => (proxied += 1));
    await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  }, 60_000);
  afterAll(async () => {
    await app?.stop("SIGKILL");
    proxy.close();
    rmSync(folder, { recursive: true });
  });

  test.each<[string, () => Record<string, string>]>([
    ["FIPS and dual-stack endpoints in ~/.aws/config", () => ({ HOME: folder })],
    [
      "AWS settings in the environment",
      () => ({
        AWS_USE_FIPS_ENDPOINT: "true",
        AWS_PROFILE: "nobody",
        AWS_ENDPOINT_URL: "http://127.0.0.1:1",
        AWS_RETRY_MODE: "none such",
      }),
    ],
    [
      "a proxy that never responds",
      () => {
        const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
        return { NODE_USE_ENV_PROXY: "1", HTTP_PROXY: url, HTTPS_PROXY: url };
      },
    ],
  ])("the sample app starts and its functions reach its services despite %s", async (_settings, env) => {
    const args = [
      "--app",
      assemblyDir,
      "--port",
      String(await freePort()),
      "--fresh",
      "--state",
      join(folder, "state"),
    ];
    app = new RunningApp(args, { env: env() });
    const { baseUrl } = await app.ready();
    const created = await fetch(`${baseUrl}/items`, { method: "POST", body: JSON.stringify({ id: "a" }) });
    expect(created.status).toBe(202);
    await until(async () => {
      const item = (await (await fetch(`${baseUrl}/items/a`)).json()) as { stored?: boolean };
      return item.stored;
    });
    expect(proxied).toBe(0);
    expect(await app.stop()).toBe(0);
  });
});

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { smoke } from "../../scripts/smoke/smoke.js";
import { useService } from "../end-to-end/use-service.js";

const { service, stack } = useService();
const STARTERS = ["open-graph-card", "certificate", "event-ticket", "email-banner", "photo-quote"];

async function run(examples: readonly string[]) {
  const lines: string[] = [];
  const { baseUrl, apiKey } = service.connection;
  const options = { baseUrl, operatorKey: apiKey, plan: "unlimited", examples };
  const failures = await smoke({ ...options, print: (line) => void lines.push(line) });
  return { failures, lines };
}

test("the smoke test passes on a service that works, and leaves neither a workspace nor a file behind", async () => {
  const keysBefore = await stack.storedKeys();
  expect(readdirSync("examples")).toEqual(expect.arrayContaining(STARTERS));
  const { failures, lines } = await run(STARTERS.map((name) => join("examples", name)));
  expect(lines.filter((line) => line.startsWith("✗"))).toEqual([]);
  expect(failures).toBe(0);
  expect(lines.length).toBeGreaterThan(10);
  const workspaces = await stack.itemsWith("Workspaces", { kind: "workspace" });
  expect(workspaces.map(({ name }) => name)).toEqual(["Default"]);
  const isOfJobs = (key: string) => /^(img|renders|inputs|templates|uploads)\//.test(key);
  expect((await stack.storedKeys()).filter(isOfJobs)).toEqual(keysBefore.filter(isOfJobs));
});

test("the smoke test reports a picture that looks different, and still removes its workspace", async () => {
  // The request of one example with the picture of another one.
  const { failures, lines } = await run([join("test", "slow", "smoke-example")]);
  expect(failures).toBe(1);
  expect(lines).toContainEqual(
    expect.stringMatching(/^✗ The examples are rendered as expected.*smoke-example is another/),
  );
  expect(lines.at(-1)).toMatch(/^✓ The workspace of the smoke test is deleted/);
});

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { afterEach, describe, expect, test } from "@jest/globals";
import { freePort } from "run-cdk-out/testing";
import * as z from "zod";
import { EVENTS } from "../../core/contract/events.js";
import { createWebhookSecret, webhookHeaders } from "../../core/signing/webhook-signature.js";
import { endEventOf } from "../../core/renders/finish-job.js";
import { JOB, queuedJob, START_MS } from "../support/render-fixture.js";

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});

/** The receivers in docs/webhooks.md, by language, and what each needs on this machine. */
const RECEIVERS: readonly (readonly [string, string, readonly string[], readonly string[]])[] = [
  ["TypeScript", process.execPath, ["--import", "tsx", "examples/webhooks/receiver.ts"], ["--version"]],
  ["Python", "python3", ["-B", "examples/webhooks/receiver.py"], ["-c", "import standardwebhooks"]],
];
const available = RECEIVERS.filter(([, command, , probe]) => spawnSync(command, probe).status === 0).map(
  ([language, command, args]) => [language, command, args] as const,
);

describe("the receivers in docs/webhooks.md", () => {
  test.each(available)(
    "the receiver in %s accepts what the service signs, and nothing else",
    async (_, command, args) => {
      const secret = createWebhookSecret();
      const port = await freePort();
      const env = { ...process.env, NODE_OPTIONS: "", WEBHOOK_SECRET: secret, PORT: String(port) };
      const child = spawn(command, args, { env, stdio: ["ignore", "pipe", "inherit"] });
      children.push(child);
      let output = "";
      child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
      while (!output.includes("listening")) await once(child.stdout, "data");

      const body = JSON.stringify({ eventId: "1.done", event: "render.completed", data: { id: "ä1" } });
      const post = async (headers: Record<string, string>, text = body) =>
        (await fetch(`http://127.0.0.1:${port}/`, { method: "POST", headers, body: text })).status;
      const sign = (signer: string, atMs: number) => webhookHeaders([signer], { id: "1.done", atMs, body });
      expect(await post(sign(secret, Date.now()))).toBe(204);
      expect(await post(sign(secret, Date.now()))).toBe(204);
      expect(await post(sign(createWebhookSecret(), Date.now()))).toBe(400);
      expect(await post(sign(secret, Date.now() - 600_000))).toBe(400);
      expect(await post(sign(secret, Date.now()), body.replace("ä", "b"))).toBe(400);
      // The event was processed once, although it arrived twice.
      expect(output.match(/render\.completed ä1/g)).toHaveLength(1);
    },
  );
});

describe("the receiver in PHP", () => {
  const source = readFileSync("examples/webhooks/receiver.php", "utf8");

  /**
   * PHP is not on every machine. The receiver was tried by hand with PHP 8.2. It accepts a valid request, and a request
   * with two signatures in either order. It refuses a changed body, another secret, a time ten minutes ago or ahead,
   * and a request without a signature.
   */
  test("the service signs as the receiver in PHP computes it", () => {
    expect(source).toContain("base64_decode(substr(getenv('WEBHOOK_SECRET'), strlen('whsec_')))");
    expect(source).toContain("'v1,' . base64_encode(hash_hmac('sha256', \"$id.$timestamp.$body\", $key, true))");
    const body = JSON.stringify({ eventId: "1.done", event: "render.completed", data: { id: "ä1" } });
    const secret = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDazfgh8HxkM4=";
    const message = { id: "1.done", atMs: Date.UTC(2026, 0, 1), body };
    // PHP 8.2 printed these values for the expressions above.
    expect(webhookHeaders([secret], message)).toMatchObject({
      "webhook-timestamp": "1767225600",
      "webhook-signature": "v1,CbTotFKlHq/xvMVgBpI9fwxCeA0MW/KuYbGnISHB4WE=",
      "x-render-signature": "sha256=2bab2ab5dddcd89c5b26fc3ee63de37d3f8528eb601824e5d7c75432cf24f81b",
    });
  });
});

describe("docs/events.md", () => {
  const page = readFileSync("docs/events.md", "utf8");
  const schemas = [...page.matchAll(/^## .+\n\n```json\n([^]*?)\n```$/gm)].map(([, text]) =>
    z.fromJSONSchema(JSON.parse(text ?? "") as Parameters<typeof z.fromJSONSchema>[0]),
  );

  test("the page describes every event of the bus", () => {
    expect(schemas).toHaveLength(EVENTS.length);
    for (const type of ["render.completed", "render.failed", "batch.completed", "webhook.endpoint.disabled"]) {
      expect(page).toContain(`| \`${type}\` |`);
    }
  });

  test("an event that is published matches the JSON Schema of the page", () => {
    const event = endEventOf(queuedJob({ status: "done", finishedAtMs: START_MS }));
    expect(event).toMatchObject({ eventId: `${JOB}.done`, type: "render.completed" });
    expect(schemas.filter((schema) => schema.safeParse(event).success)).toHaveLength(1);
    expect(schemas.filter((schema) => schema.safeParse({ ...event, jobId: 7 }).success)).toEqual([]);
  });
});

import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import sharp from "sharp";
import { makeStateFolder, Service } from "./service.js";

const state = makeStateFolder();
/** A checkout as the README's reader has it, but for its `.local`, which is this test's own. */
const checkout = resolve(state.dir, "checkout");
let service: Service;
let output = "";

/** The README's commands in their order, without those that install and start what is running here. */
function commandsOfReadme(): string[] {
  const [tour = ""] = readFileSync("README.md", "utf8").split("\n## What happens to a request");
  const blocks = [...tour.matchAll(/^```bash\n(.*?)^```$/gms)].map(([, block = ""]) => block);
  return blocks.filter((block) => !block.startsWith("npm ci"));
}

beforeAll(async () => {
  service = await Service.start(state.dir);
  mkdirSync(checkout);
  for (const name of readdirSync(".").filter((entry) => ![".local", ".git", "cdk.out"].includes(entry))) {
    symlinkSync(resolve(name), join(checkout, name));
  }
  symlinkSync(resolve(state.dir), join(checkout, ".local"));
  const script = ["set -euo pipefail", ...commandsOfReadme()].join("\n");
  const env = { ...process.env, NODE_OPTIONS: "", IRS_URL: "", IRS_API_KEY: "" };
  const run = await promisify(execFile)("bash", ["-c", script], { cwd: checkout, env, timeout: 120_000 });
  output = run.stdout;
}, 240_000);

afterAll(async () => {
  await service.stop();
  state.remove();
}, 30_000);

const made = (name: string) => join(checkout, name);

describe("the README, run as it is written", () => {
  test("makes the picture that it shows first", async () => {
    expect(commandsOfReadme().length).toBeGreaterThan(5);
    const [ours, shown] = await Promise.all(
      [made("picture.png"), "docs/images/first-picture.png"].map((file) => sharp(file).raw().toBuffer()),
    );
    expect(ours?.equals(shown ?? Buffer.alloc(0))).toBe(true);
  });

  test("pushes the template, and its schema names what may be changed", () => {
    expect(existsSync(made("tour/irs.json"))).toBe(true);
    expect(output).toContain("guest: text\ncode: qr\n");
  });

  test("renders the ticket at twice its size", async () => {
    expect(await sharp(made("ticket.webp")).metadata()).toMatchObject({ format: "webp", width: 2000, height: 840 });
  });

  test("views the image of a signed URL", async () => {
    expect(output).toMatch(/^<img src="http\S+\/api\/v1\/img\/\S+sig=\S+">$/m);
    expect(await sharp(made("grace.png")).metadata()).toMatchObject({ format: "png", width: 1000, height: 420 });
  });

  test("prints an address that needs no key, and the three credits that were taken", async () => {
    const [url = ""] = /^http\S+asset\?sig=\S+$/m.exec(output) ?? [];
    const answer = await fetch(url);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/webp"]);
    const usage = (await (await service.call("/api/v1/usage")).json()) as { credits: { spent: number } };
    expect(usage.credits.spent).toBe(3);
  });
});

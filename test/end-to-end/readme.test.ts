import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "@jest/globals";
import sharp from "sharp";
import { useService } from "./use-service.js";

const { service } = useService();
/** A checkout as a reader of the README has it, except for `.local`, which is the state folder of this test. */
let checkout = "";
let output = "";

/** The commands of the README in their order, without those that install and start the service. */
function commandsOfReadme(): string[] {
  const [tour = ""] = readFileSync("README.md", "utf8").split("\n## What happens to a request");
  const blocks = [...tour.matchAll(/^```bash\n(.*?)^```$/gms)].map(([, block = ""]) => block);
  return blocks.filter((block) => !block.startsWith("npm ci"));
}

beforeAll(async () => {
  checkout = resolve(service.stateDir, "checkout");
  mkdirSync(checkout);
  for (const name of readdirSync(".").filter((entry) => ![".local", ".git", "cdk.out"].includes(entry))) {
    symlinkSync(resolve(name), join(checkout, name));
  }
  symlinkSync(resolve(service.stateDir), join(checkout, ".local"));
  const script = ["set -euo pipefail", ...commandsOfReadme()].join("\n");
  const env = { ...process.env, NODE_OPTIONS: "", IRS_URL: "", IRS_API_KEY: "" };
  const run = await promisify(execFile)("bash", ["-c", script], { cwd: checkout, env, timeout: 120_000 });
  output = run.stdout;
});

const made = (name: string) => join(checkout, name);

describe("the commands of the README", () => {
  test("the first commands of the README render exactly the picture that the README shows", async () => {
    expect(commandsOfReadme().length).toBeGreaterThan(5);
    const [ours, shown] = await Promise.all(
      [made("picture.png"), "docs/images/first-picture.png"].map((file) => sharp(file).raw().toBuffer()),
    );
    expect(ours?.equals(shown ?? Buffer.alloc(0))).toBe(true);
  });

  test("the README's template is pushed, and its schema names the layers that requests can change", () => {
    expect(existsSync(made("tour/irs.json"))).toBe(true);
    expect(output).toContain("guest: text\ncode: qr\n");
  });

  test("the README's render of the ticket has twice the size of the template", async () => {
    expect(await sharp(made("ticket.webp")).metadata()).toMatchObject({ format: "webp", width: 2000, height: 840 });
  });

  test("the README's signed image URL shows the picture", async () => {
    expect(output).toMatch(/^<img src="http\S+\/api\/v1\/img\/\S+sig=\S+">$/m);
    expect(await sharp(made("grace.png")).metadata()).toMatchObject({ format: "png", width: 1000, height: 420 });
  });

  test("the README's asset URL works without an API key, and its commands cost three credits", async () => {
    const [url = ""] = /^http\S+asset\?sig=\S+$/m.exec(output) ?? [];
    const response = await fetch(url);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/webp"]);
    const usage = (await (await service.call("/api/v1/usage")).json()) as { credits: { spent: number } };
    expect(usage.credits.spent).toBe(3);
  });
});

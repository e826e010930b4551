import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "@jest/globals";
import sharp from "sharp";
import { commandsOf, makeCheckout, runCommands } from "./page-commands.js";
import { useService } from "./use-service.js";

const { service } = useService();
/** A checkout as a reader of the README has it, except for `.local`, which is the state folder of this test. */
let checkout = "";

const commandsOfReadme = () =>
  commandsOf(readFileSync("README.md", "utf8").split("\n## What happens to a request")[0] ?? "");

const runInCheckout = (commands: readonly string[]) => runCommands(checkout, commands);

beforeAll(() => {
  checkout = makeCheckout(service.stateDir);
});

const made = (name: string) => join(checkout, name);

describe("the commands of the README", () => {
  let output = "";

  beforeAll(async () => {
    output = await runInCheckout(commandsOfReadme());
  });

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

/** The tour makes all files of the service older, so it comes last. */
describe("the tour of docs/renders.md", () => {
  let lines: string[] = [];

  beforeAll(async () => {
    const [, tour = ""] = readFileSync("docs/renders.md", "utf8").split("\n### Tour\n");
    lines = (await runInCheckout(commandsOf(tour.split("\n## ")[0] ?? ""))).trim().split("\n");
  });

  test("the tour's picture is archived after 91 days, and its download returns 410", () => {
    expect(lines[0]).toMatch(/^\d+ files? archived, \d+ files? deleted$/);
    expect(lines[1]).toMatch(/^done \d{4}-\d\d-\d\dT\S+Z $/);
    expect(lines[2]).toBe("410 GONE");
  });

  test("the tour renders the archived picture again, in a new job that names the first one", async () => {
    expect(lines).toHaveLength(4);
    expect(await service.getRender(lines[3] ?? "")).toMatchObject({ status: "done", archivedAt: expect.anything() });
    const [first, again] = await Promise.all(
      ["tour/first.png", "tour/again.png"].map((name) => sharp(made(name)).raw().toBuffer()),
    );
    expect(again?.equals(first ?? Buffer.alloc(0))).toBe(true);
  });
});

/** `npm run test:guides`: the code of every guide, and of every tab of the other pages. `npm test` runs that of two guides. */
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "@jest/globals";
import { pictureIn, runGuide } from "../end-to-end/guides.js";
import { makeCheckout } from "../end-to-end/page-commands.js";
import { until } from "../end-to-end/service.js";
import { useService } from "../end-to-end/use-service.js";

const { service } = useService();
let checkout = "";

beforeAll(() => {
  checkout = makeCheckout(service.stateDir);
});

const CARD = { width: 1200, height: 630 };
const PROGRAMS = ["cURL", "TypeScript", "Python"];

test("the guide to a first picture makes it by the command line", async () => {
  await runGuide(checkout, "first-picture", "CLI");
  expect(await pictureIn(checkout, "first.png")).toEqual({ format: "png", ...CARD });
});

describe("the guide to a picture in a page", () => {
  test.each(PROGRAMS)("in %s mints a URL and signs one without the service, and both show a picture", async (tab) => {
    const [minted = "", signed = ""] = (await runGuide(checkout, "picture-in-a-page", tab)).trim().split("\n");
    expect(minted).toMatch(/^http\S+format=webp\S+sig=\S+$/);
    expect(signed).toMatch(/^http\S+title=Signed%20in%20this%20program&sig=\S+$/);
    for (const [url, type] of [
      [minted, "image/webp"],
      [signed, "image/png"],
    ] as const) {
      const response = await until("the picture is shown", async () => {
        const viewed = await fetch(url);
        return viewed.status === 503 ? undefined : viewed;
      });
      expect([response.status, response.headers.get("content-type")]).toEqual([200, type]);
      await response.arrayBuffer();
    }
  });
});

describe("the guide to Open Graph images", () => {
  test.each(PROGRAMS)("in %s gets the signing key of the template", async (tab) => {
    rmSync(join(checkout, "signing-key.json"), { force: true });
    await runGuide(checkout, "open-graph-images", tab);
    expect(JSON.parse(readFileSync(join(checkout, "signing-key.json"), "utf8"))).toMatchObject({ generation: 1 });
  });
});

describe("the guide to certificates", () => {
  test.each(PROGRAMS)("in %s makes a PDF for each row", async (tab) => {
    for (const folder of ["certificates", "corrected"])
      rmSync(join(checkout, folder), { recursive: true, force: true });
    expect(await runGuide(checkout, "certificates-from-a-spreadsheet", tab)).toContain(
      "C-001.pdf\nC-002.pdf\nC-003.pdf\n",
    );
    const files = readdirSync(join(checkout, "certificates")).map((name) => join(checkout, "certificates", name));
    expect(files.map((file) => readFileSync(file).toString("latin1", 0, 5))).toEqual(Array(3).fill("%PDF-"));
  });
});

describe("the guide to tickets", () => {
  test.each(PROGRAMS)("in %s creates one job, however often it runs", async (tab) => {
    const jobs = [];
    for (let run = 0; run < 2; run++) {
      // Programs write JSON in different ways, so the request of another program would be another one.
      await runGuide(checkout, "tickets-by-webhook", tab, { "order-4711": `order-${tab}` });
      jobs.push((JSON.parse(readFileSync(join(checkout, "ticket-job.json"), "utf8")) as { id: string }).id);
    }
    expect(jobs[0]).toMatch(/^[\da-f-]{36}$/);
    expect(jobs[1]).toBe(jobs[0]);
  });
});

test("the guide to templates in git pulls, changes and pushes a template", async () => {
  const output = await runGuide(checkout, "templates-in-git");
  expect(output).toContain('+      "text": "Diploma"');
  expect(output).toMatch(/certificate\.json +updated to version 2/);
  const [before, after] = ["before.png", "after.png"].map((file) => readFileSync(join(checkout, file)));
  expect(before?.equals(after ?? Buffer.alloc(0))).toBe(false);
});

test("the guide from @vercel/og renders and pushes the card", async () => {
  expect(await runGuide(checkout, "from-vercel-og")).toMatch(/post\.json +created/);
  expect(await pictureIn(checkout, "moved.png")).toEqual({ format: "png", ...CARD });
});

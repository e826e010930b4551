/** `npm run test:guides`: the commands of every guide. `npm test` runs those of two guides. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "@jest/globals";
import { pictureIn, runGuide } from "../end-to-end/guides.js";
import { makeCheckout } from "../end-to-end/page-commands.js";
import { useService } from "../end-to-end/use-service.js";

const { service } = useService();
let checkout = "";

beforeAll(() => {
  checkout = makeCheckout(service.stateDir);
});

const CARD = { width: 1200, height: 630 };

test("the guide to a first picture makes it by the command line", async () => {
  await runGuide(checkout, "first-picture", ["CLI"]);
  expect(await pictureIn(checkout, "first.png")).toEqual({ format: "png", ...CARD });
});

test("the guide to a picture in a page mints a URL and signs one without the service", async () => {
  expect(await runGuide(checkout, "picture-in-a-page", ["cURL", "Python"])).toMatch(/^http\S+format=webp\S+sig=\S+$/m);
  expect(await pictureIn(checkout, "own.png")).toEqual({ format: "png", ...CARD });
});

test("the guide to Open Graph images gets the signing key of the template", async () => {
  await runGuide(checkout, "open-graph-images");
  expect(JSON.parse(readFileSync(join(checkout, "signing-key.json"), "utf8"))).toMatchObject({ generation: 1 });
});

test("the guide to tickets creates one job, however often it runs", async () => {
  const jobs = [];
  for (let run = 0; run < 2; run++) {
    await runGuide(checkout, "tickets-by-webhook");
    jobs.push((JSON.parse(readFileSync(join(checkout, "ticket-job.json"), "utf8")) as { id: string }).id);
  }
  expect(jobs[0]).toMatch(/^[\da-f-]{36}$/);
  expect(jobs[1]).toBe(jobs[0]);
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

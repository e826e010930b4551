/** `npm run test:guides`: the code of every guide, and of every tab of the other pages. `npm test` runs two guides. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "@jest/globals";
import { ImageRenderService } from "@image-render/client";
import { pictureIn, runGuide, settings, withAddress } from "../end-to-end/guides.js";
import { codeOf, commandFor, makeCheckout, pageText, runCommands } from "../end-to-end/page-commands.js";
import { until } from "../end-to-end/service.js";
import { useService } from "../end-to-end/use-service.js";

const { service } = useService();
let checkout = "";

beforeAll(() => {
  checkout = makeCheckout(service.stateDir);
});

const CARD = { width: 1200, height: 630 };
const PROGRAMS = ["cURL", "TypeScript", "Python"];

test("the guide to a first picture creates it with the command line", async () => {
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

test("the guide to certificates creates a PDF for each row with the command line, named after the column", async () => {
  for (const folder of ["certificates", "corrected"]) rmSync(join(checkout, folder), { recursive: true, force: true });
  const output = await runGuide(checkout, "certificates-from-a-spreadsheet", "CLI");
  expect(output).toContain("C-001.pdf\nC-002.pdf\nC-003.pdf\n");
  const files = readdirSync(join(checkout, "corrected")).filter((name) => name.endsWith(".pdf"));
  expect(files).toEqual(["C-002.pdf"]);
  const corrected = readFileSync(join(checkout, "corrected", "C-002.pdf"));
  expect(corrected.toString("latin1", 0, 5)).toBe("%PDF-");
  expect(corrected.equals(readFileSync(join(checkout, "certificates", "C-002.pdf")))).toBe(false);
});

describe("the guide to tickets", () => {
  // `npm test` runs it with cURL.
  test.each(PROGRAMS.slice(1))("in %s creates one job, however often it runs", async (tab) => {
    const jobs = [];
    for (let run = 0; run < 2; run++) {
      // Programs write JSON in different ways, so another program would send a different request.
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

/** The other pages with tabs. Each example is complete, so it runs alone. */
const PAGES = ["access", "batches", "renders", "signing", "templates-api", "uploads", "waiting", "webhooks"];
const EXAMPLES = PAGES.flatMap((page) =>
  codeOf(pageText(page)).flatMap((blocks, place) =>
    blocks.flatMap((block) => (block.tab === undefined ? [] : [{ page, place, tab: block.tab, block }])),
  ),
);

describe("the examples of the reference", () => {
  /** IDs in the pages, by the variables that have them in a shell. */
  const IDS = {
    TEMPLATE: "0c5a2d3e-7b41-4f0e-9a6c-2f1d8e7b6a50",
    ID: "3d5b1c0e-9f42-4c1a-8b77-5e2f6a9d0c31",
    BATCH: "7f3c2a10-5d84-4e6b-9c02-1b8e4d7a6f35",
  };
  let own: Readonly<Record<keyof typeof IDS, string>>;

  beforeAll(async () => {
    const { baseUrl, apiKey } = service.connection;
    const irs = new ImageRenderService({ baseUrl, apiKey });
    const template = service.template("Open Graph card");
    const { id } = await irs.renders.createAndWait({ template });
    const batch = await irs.batches.create([{ template, format: "pdf" }]);
    await irs.batches.wait(batch.id);
    own = { TEMPLATE: template, ID: id, BATCH: batch.id };
    writeFileSync(join(checkout, "logo.png"), await irs.renders.download(id));
  });

  test("have TypeScript and Python wherever they have cURL", () => {
    const tabs = Object.groupBy(EXAMPLES, ({ page, place }) => `${page} ${place}`);
    expect(Object.keys(tabs).length).toBeGreaterThan(10);
    for (const [place, examples = []] of Object.entries(tabs)) {
      const names = examples.map(({ tab }) => tab);
      expect([place, names.slice(0, 3)]).toEqual([place, PROGRAMS]);
    }
  });

  test.each(EXAMPLES)("$page.md, place $place: the example in $tab runs", async ({ block }) => {
    const code = Object.entries(IDS).reduce(
      (text, [name, shown]) => text.replaceAll(shown, own[name as keyof typeof own]),
      withAddress(checkout, block.code),
    );
    const variables = Object.entries(own).map(([name, id]) => `export ${name}=${id}`);
    // A refused request fails the test. The page shows no key of a template.
    const shell = [
      "export BASE=$IRS_URL",
      'curl() { command curl --fail-with-body "$@"; }',
      'KEY=$(curl -s "$BASE/api/v1/templates/$TEMPLATE/signing-key" -H "Authorization: Bearer $IRS_API_KEY")',
    ];
    const shown = code.replace("--key …", `--key "$(node -p 'JSON.parse(process.argv[1]).key' "$KEY")"`);
    await runCommands(checkout, [settings(), ...variables, ...shell, commandFor({ ...block, code: shown })]);
  });
});

test("the guide from @vercel/og renders and pushes the card", async () => {
  expect(await runGuide(checkout, "from-vercel-og")).toMatch(/post\.json +created/);
  expect(await pictureIn(checkout, "moved.png")).toEqual({ format: "png", ...CARD });
});

import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterAll, describe, expect, test } from "@jest/globals";
import { runCli } from "../../cli/main.js";
import { pagesOfPdf } from "../../packages/engine/test/pdf/open-pdf.js";
import { until } from "./service.js";
import { useService } from "./use-service.js";

const { service } = useService();
const folder = mkdtempSync(join(tmpdir(), "irs-end-to-end-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs `irs` in the folder against the service, with its first API key or another one. */
async function irs(argv: readonly string[], key = service.connection.apiKey) {
  const [out, err] = [new PassThrough({ highWaterMark: 1e8 }), new PassThrough({ highWaterMark: 1e8 })];
  const env = { IRS_URL: service.connection.baseUrl, IRS_API_KEY: key };
  const code = await runCli(argv, { out, err, folder, env, onInterrupt: () => AbortSignal.abort() });
  const text = (stream: PassThrough) => ((stream.read() as Buffer | null) ?? "").toString();
  return { code, text: text(out), errors: text(err) };
}

const pathOf = (file: string) => join(folder, "templates", file);
const read = (file: string) => JSON.parse(readFileSync(pathOf(file), "utf8")) as Record<string, unknown>;
const write = (file: string, value: unknown) => writeFileSync(pathOf(file), JSON.stringify(value));

describe("irs templates", () => {
  test("irs templates pull writes the starter templates as the examples have them", async () => {
    const { code, text, errors } = await irs(["templates", "pull"]);
    expect({ code, errors }).toEqual({ code: 0, errors: "" });
    expect(text.trim().split("\n").sort()).toEqual([
      "templates/bar-chart.json  written, version 1",
      "templates/certificate.json  written, version 1",
      "templates/email-banner.json  written, version 1",
      "templates/event-ticket.json  written, version 1",
      "templates/open-graph-card.json  written, version 1",
      "templates/photo-quote.json  written, version 1",
      "templates/progress-bar.json  written, version 1",
      "templates/progress-ring.json  written, version 1",
      "templates/stars.json  written, version 1",
      "templates/table.json  written, version 1",
    ]);
    const example = JSON.parse(readFileSync("examples/open-graph-card/template.json", "utf8")) as unknown;
    expect(read("open-graph-card.json")).toEqual(example);
    expect(await irs(["templates", "diff"])).toEqual({ code: 0, text: "", errors: "" });
  });

  test("irs templates push creates a version only of a changed file, and afterwards push and diff find no change", async () => {
    write("open-graph-card.json", { ...read("open-graph-card.json"), background: "#123456" });
    expect(await irs(["templates", "diff"])).toMatchObject({
      code: 1,
      text: expect.stringContaining('+  "background": "#123456"') as unknown,
    });
    const pushed = await irs(["templates", "push"]);
    expect(pushed).toMatchObject({ code: 0, errors: "" });
    expect(pushed.text).toContain("templates/open-graph-card.json  updated to version 2\n");
    expect(pushed.text).toContain("templates/certificate.json  unchanged, version 1\n");
    const again = await irs(["templates", "push"]);
    expect(again.text).toContain("templates/open-graph-card.json  unchanged, version 2\n");
    expect(await irs(["templates", "diff"])).toEqual({ code: 0, text: "", errors: "" });
  });

  test("irs templates push creates the template of a new file and the project that the manifest names", async () => {
    const { text } = await irs(["templates", "push", "certificate.json", "--dry-run"]);
    expect(text).toBe("templates/certificate.json  unchanged, version 1\n");
    write("square.json", { name: "Square", width: 40, height: 40, layers: [] });
    expect((await irs(["templates", "push"])).text).toContain("templates/square.json  created, version 1\n");
    const manifest = read("irs.json") as { templates: { file: string; ids: Record<string, string> }[] };
    const square = manifest.templates.find(({ file }) => file === "square.json");
    const { id } = await service.createRender({ template: square?.ids[service.connection.baseUrl] });
    expect(await service.ended(id)).toMatchObject({ status: "done", width: 40, height: 40 });
    const moved = manifest.templates.map((entry) => (entry === square ? { ...entry, project: "Shapes" } : entry));
    write("irs.json", { templates: moved });
    expect((await irs(["templates", "push", "square.json"])).text).toBe(
      "templates/square.json  has a new project, still version 1\n",
    );
    expect((await irs(["templates", "list", "--project", "Shapes"])).text).toContain("Square");
  });

  test("irs templates pull updates an old file, and overwrites local changes only with --force", async () => {
    const example = JSON.parse(readFileSync("examples/open-graph-card/template.json", "utf8")) as object;
    write("open-graph-card.json", example);
    expect((await irs(["templates", "pull"])).text).toContain("templates/open-graph-card.json  updated, version 2\n");
    expect(read("open-graph-card.json")).toEqual({ ...example, background: "#123456" });
    write("open-graph-card.json", { ...example, background: "#654321" });
    const { code, errors } = await irs(["templates", "pull"]);
    expect(code).toBe(1);
    expect(errors).toContain("The file has changes that no version of");
    expect(await irs(["templates", "pull", "--force"])).toMatchObject({ code: 0 });
  });
});

describe("irs keys", () => {
  test("irs keys create prints a key that works within its scopes until irs keys revoke revokes it", async () => {
    const made = await irs(["keys", "create", "Reader", "--scope", "render"]);
    const key = made.text.trim();
    expect(key).toMatch(/^irs_\w+$/);
    expect(await irs(["templates", "diff"], key)).toMatchObject({ code: 0 });
    write("square.json", { ...read("square.json"), width: 41 });
    const refused = await irs(["templates", "push", "square.json"], key);
    expect(refused).toMatchObject({ code: 2, errors: expect.stringContaining("403 FORBIDDEN") as unknown });
    const [id = ""] = /[0-9a-f-]{36}/.exec(made.errors) ?? [];
    expect((await irs(["keys", "list"])).text).toContain(`${id}  `);
    expect(await irs(["keys", "revoke", id])).toMatchObject({ code: 0 });
    await until("the key is refused", async () =>
      (await irs(["templates", "list"], key)).code === 2 ? true : undefined,
    );
    expect((await irs(["keys", "list"])).text).not.toContain(id);
  });
});

describe("irs workspaces", () => {
  test("irs workspaces create prints the first key of a workspace, to which the same folder can be pushed", async () => {
    const made = await irs(["workspaces", "create", "Second", "--plan", "team"]);
    expect(made.code).toBe(0);
    const pushed = await irs(["templates", "push", "square.json"], made.text.trim());
    expect(pushed.text).toBe("templates/square.json  created, version 1\n");
    expect((await irs(["workspaces", "list"])).text).toMatch(/team {2,}Second\n/);
  });
});

describe("irs usage", () => {
  test("irs usage shows the plan", async () => {
    expect(await irs(["usage"])).toMatchObject({ code: 0, text: expect.stringContaining("unlimited") as unknown });
  });
});

describe("irs webhooks listen", () => {
  test("irs webhooks listen prints each delivery of the service, and its endpoint is gone when it is interrupted", async () => {
    const interrupt = new AbortController();
    const [out, err] = [new PassThrough({ highWaterMark: 1e8 }), new PassThrough({ highWaterMark: 1e8 })];
    const env = { IRS_URL: service.connection.baseUrl, IRS_API_KEY: service.connection.apiKey };
    const terminal = { out, err, folder, env, onInterrupt: () => interrupt.signal };
    const listening = runCli(["webhooks", "listen"], terminal);
    const printed = { out: "", err: "" };
    out.on("data", (chunk: Buffer) => (printed.out += chunk.toString()));
    err.on("data", (chunk: Buffer) => (printed.err += chunk.toString()));
    await until("it listens", () => (printed.err.includes("Listening for all events") ? true : undefined));
    const { id } = await service.createRender({ template: service.template("Open Graph card"), scale: 0.1 });
    const line = await until("the delivery is printed", () => printed.out.split("\n", 1)[0] || undefined);
    expect(JSON.parse(line)).toMatchObject({
      eventId: `${id}.done`,
      event: "render.completed",
      data: { id, status: "done", assetUrl: expect.stringContaining(id) as unknown },
    });
    interrupt.abort();
    expect(await listening).toBe(0);
    const list = await service.call("/api/v1/webhooks/endpoints");
    expect(await list.json()).toEqual({ endpoints: [] });
  });
});

describe("irs doctor", () => {
  test("a healthy local service passes every check, and the webhook endpoint of the check is deleted again", async () => {
    const { code, text, errors } = await irs(["doctor"]);
    expect({ code, errors }).toEqual({ code: 0, errors: "" });
    const checked = [...text.matchAll(/^(.) (\S+(?: \S+)*) {2,}/gm)].map(([, mark, name]) => `${mark} ${name}`);
    const names = ["address", "encryption", "clock", "version", "key", "credits", "render", "webhook"];
    expect(checked).toEqual([...names, "signed view", "forged view"].map((name) => `✓ ${name}`));
    expect(text).toContain("Nothing is wrong.");
    const list = await service.call("/api/v1/webhooks/endpoints");
    expect(await list.json()).toEqual({ endpoints: [] });
  });
});

describe("irs batch", () => {
  const ROWS = 70;
  const journal = join(folder, "pictures", "irs-batch.jsonl");
  const spent = async () => {
    const usage = (await (await service.call("/api/v1/usage")).json()) as { credits: { spent: number } };
    return usage.credits.spent;
  };
  const argv = ["batch", "rows.csv", "--template", "Open Graph card", "--out", "pictures", "--scale", "0.1"];

  test("a run that was killed continues where it stopped, and each row is paid once", async () => {
    const rows = Array.from({ length: ROWS }, (_, index) => `Title ${index + 1}`);
    writeFileSync(join(folder, "rows.csv"), ["title", ...rows, ""].join("\n"));
    const before = await spent();
    const env = { ...process.env, IRS_URL: service.connection.baseUrl, IRS_API_KEY: service.connection.apiKey };
    const program = spawn(process.execPath, [join(process.cwd(), "cli/irs.mjs"), ...argv], { cwd: folder, env });
    let errors = "";
    program.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
    const exited = new Promise((resolve) => program.once("exit", resolve));
    await until("the run has stored a picture", () => {
      if (program.exitCode !== null) throw new Error(`irs ended with ${program.exitCode}: ${errors}`);
      return existsSync(journal) && readFileSync(journal, "utf8").includes('"done"') ? true : undefined;
    });
    program.kill("SIGKILL");
    await exited;
    const doneBefore = readFileSync(journal, "utf8").split('"done"').length - 1;
    expect(doneBefore).toBeLessThan(ROWS);

    expect(await irs(argv)).toMatchObject({ code: 0, text: `${ROWS} pictures\n` });
    expect(readdirSync(join(folder, "pictures")).filter((name) => name.endsWith(".png"))).toHaveLength(ROWS);
    expect(
      readFileSync(join(folder, "pictures", "07.png"))
        .subarray(1, 4)
        .toString(),
    ).toBe("PNG");
    expect((await spent()) - before).toBe(ROWS);
  });

  test("rows rendered as PDFs can be one PDF, with a page for each row", async () => {
    writeFileSync(join(folder, "tags.csv"), "title\nAda\nGrace\n");
    const tags = ["batch", "tags.csv", "-t", "Open Graph card", "-o", "tags", "-f", "pdf", "--one-pdf", "tags.pdf"];
    expect(await irs(tags)).toMatchObject({ code: 0, text: "2 pictures\n" });
    expect(await pagesOfPdf(readFileSync(join(folder, "tags.pdf")))).toBe(2);
  });

  test("a wrong column is named with its line, and nothing is sent", async () => {
    const before = await spent();
    writeFileSync(join(folder, "wrong.csv"), "titel\nA\n");
    const { code, errors } = await irs(["batch", "wrong.csv", "-t", "Open Graph card", "-o", "wrong"]);
    expect(code).toBe(1);
    expect(errors).toContain('wrong.csv:1:1 error titel: The template has no layer or variable "titel".');
    expect(await spent()).toBe(before);
  });
});

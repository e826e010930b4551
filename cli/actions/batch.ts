import { createHash } from "node:crypto";
import { mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { formatNamed, listNames } from "@image-render/engine/formats";
import { usageBodySchema } from "../../core/contract/access-api.js";
import { layerSchemaResponse } from "../../core/contract/layer-schema.js";
import { MAX_BATCH_SIZE } from "../../core/contract/limits.js";
import { didYouMean } from "@image-render/engine/suggestions";
import { templateBodySchema } from "../../core/contract/templates-api.js";
import { uuidSchema } from "../../core/contract/values.js";
import type { ApiClient } from "../api/client.js";
import { connect } from "../api/connect.js";
import { checkRows, type Item, locate } from "../batch/check-rows.js";
import { Journal } from "../batch/journal.js";
import { mapColumns, type Target } from "../batch/map-columns.js";
import { Progress } from "../batch/progress.js";
import { readRows } from "../batch/read-rows.js";
import { writeOnePdf } from "../batch/write-one-pdf.js";
import { runBatches } from "../batch/run-batches.js";
import { checkDocument } from "../check-document.js";
import type { BatchOptions } from "../command-options.js";
import { EXIT } from "../exit-code.js";
import { IssuesError, type LocatedIssue } from "../located-issue.js";
import { count, formatIssues } from "../print.js";
import { type Terminal, write } from "../terminal.js";
import { UsageError } from "../usage-error.js";
import { Workspace } from "../templates-folder/workspace.js";

/** The maximum number of issues to print. With more, the first ones would scroll out of view. */
const MAX_PRINTED = 50;

interface Plan {
  readonly items: readonly Item[];
  readonly targets: ReadonlyMap<string, Target>;
}

/** Runs `irs batch`. @throws UsageError, IssuesError, ApiError */
export async function batch(terminal: Terminal, file: string, options: BatchOptions): Promise<number> {
  if (options.onePdf !== undefined && formatOf(options.format) !== "pdf") {
    throw new UsageError("--one-pdf joins pictures that are PDFs. Add --format pdf.");
  }
  const client = await connect(options, terminal);
  const template = await findTemplate(client, options.template);
  const out = resolve(terminal.folder, options.out);
  mkdirSync(out, { recursive: true });
  const journal = Journal.open(out);
  const version = journal.version ?? template.version;
  const plan = await planBatches(client, terminal, file, options, { template: template.id, version });
  journal.begin(digestOf(plan.items), version);
  const usage = await client.read(usageBodySchema, (irs) => irs.usage.get());
  const progress = new Progress(terminal, plan.items.length);
  try {
    const batchSize = Math.min(MAX_BATCH_SIZE, usage.plan.maxBatchSize);
    await runBatches({ client, items: plan.items, journal, out, batchSize, progress });
  } finally {
    await progress.end();
  }
  if (options.onePdf !== undefined) {
    const done = plan.items.filter(({ row }) => journal.done.has(row.number));
    await writeOnePdf(resolve(terminal.folder, options.onePdf), out, done, options.name !== undefined);
  }
  return await summarize(terminal, file, plan, journal);
}

/** Reads and checks everything before the command sends anything. */
async function planBatches(
  client: ApiClient,
  terminal: Terminal,
  file: string,
  options: BatchOptions,
  { template, version }: { readonly template: string; readonly version: number },
): Promise<Plan> {
  const read = await readRows(file, terminal.folder);
  if ("issues" in read) throw issuesError(read.issues);
  const schema = await client.read(layerSchemaResponse, (irs) => irs.templates.schema(template, { version }));
  const stored = await client.read(templateBodySchema, (irs) => irs.templates.get(template, { version }));
  const { document } = checkDocument({ edition: stored.edition, ...stored.document }, (issue) => issue);
  if (document === undefined) throw new UsageError("This irs does not know the template. Use the irs of the service.");
  const ignored = [...(options.ignore ?? []), ...(options.name === undefined ? [] : [options.name])];
  checkNames(ignored, read.columns);
  const columns = mapColumns(file, read, schema, ignored);
  if (columns.issues.length > 0) throw issuesError(columns.issues);
  const settings = {
    ...{ template, version, format: formatOf(options.format) },
    scale: numberOf("--scale", options.scale),
    quality: numberOf("--quality", options.quality),
    priority: numberOf("--priority", options.priority),
  };
  const { targets } = columns;
  const input = { file, rows: read.rows, targets, document, settings, nameColumn: options.name };
  const { items, issues } = checkRows(input);
  if (issues.length > 0) throw issuesError(issues);
  return { items, targets };
}

function checkNames(names: readonly string[], columns: readonly string[]): void {
  const unknown = names.find((name) => !columns.includes(name));
  if (unknown === undefined) return;
  throw new UsageError(`The file has no column "${unknown}".${didYouMean(unknown, columns)}`);
}

function issuesError(issues: readonly LocatedIssue[]): IssuesError {
  const rest = issues.length - MAX_PRINTED;
  const more = rest > 0 ? `. ${count(rest, "more issue")}` : "";
  return new IssuesError(issues.slice(0, MAX_PRINTED), `${count(issues.length, "issue")}, nothing sent${more}`);
}

/** Finds a template by its ID, or by its name if only one template has it. */
async function findTemplate(client: ApiClient, wanted: string): Promise<{ id: string; version: number }> {
  const id = uuidSchema.safeParse(wanted);
  if (id.success) return (await new Workspace(client).getTemplate(id.data)).body;
  const all = await new Workspace(client).listTemplates();
  const [found, ...more] = all.filter(({ name }) => name === wanted);
  if (more.length > 0) throw new UsageError(`Several templates have the name "${wanted}". Give the ID instead.`);
  if (found !== undefined) return found;
  const names = all.map(({ name }) => name);
  throw new UsageError(`The workspace has no template "${wanted}".${didYouMean(wanted, names)}`);
}

function formatOf(text = "png"): string {
  const format = formatNamed(text);
  if (format === undefined) throw new UsageError(`There is no format ${text}. Use ${listNames()}.`);
  return format;
}

function numberOf(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d+(?:\.\d+)?$/.test(text)) throw new UsageError(`${option} must be a number, not ${text}.`);
  return Number(text);
}

function digestOf(items: readonly Item[]): string {
  const parts = items.map(({ file, body }) => [file, body]);
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}

async function summarize(terminal: Terminal, file: string, plan: Plan, journal: Journal): Promise<number> {
  const issues = [...journal.failed].flatMap(([number, message]) => {
    const row = plan.items.find((item) => item.row.number === number)?.row;
    return row === undefined ? [] : [locate({ file, targets: plan.targets }, row, { path: "", message })];
  });
  await write(terminal.err, formatIssues(terminal.err, { issues, warnings: [] }));
  const { done, failed } = journal;
  const text = `${count(done.size, "picture")}${failed.size === 0 ? "" : `, ${count(failed.size, "failed row")}. Run the command again to try them again`}`;
  await write(terminal.out, `${text}\n`);
  return failed.size === 0 ? EXIT.ok : EXIT.issues;
}

import { usageBodySchema } from "../../core/contract/access-api.js";
import { type OperationsBody, operationsBodySchema } from "../../core/contract/operations-api.js";
import {
  type CostLine,
  DAYS_OF_MONTH,
  estimateCost,
  type Plan,
  totalOf,
  TYPICAL_PICTURE,
} from "../../core/cost/estimate.js";
import { PRICES } from "../../core/cost/prices.js";
import { connect } from "../api/connect.js";
import type { CostOptions } from "../command-options.js";
import { parsePlan } from "../cost/parse-plan.js";
import { EXIT } from "../exit-code.js";
import { count } from "../print.js";
import { formatTable } from "../table.js";
import { type Terminal, write } from "../terminal.js";
import { UsageError } from "../usage-error.js";

/** A plan, and where it comes from. */
interface Month {
  readonly plan: Plan;
  readonly source: string;
}

/** Runs `irs cost`. @throws UsageError, ApiError */
export async function printCost(terminal: Terminal, text: string | undefined, options: CostOptions): Promise<number> {
  if (options.yesterday === true) return await printYesterday(terminal, text, options);
  const size = {
    seconds: positive("--seconds", options.seconds, TYPICAL_PICTURE.seconds),
    kilobytes: positive("--kilobytes", options.kilobytes, TYPICAL_PICTURE.kilobytes),
  };
  const { plan, source } =
    text === undefined ? await monthOfUsage(terminal, options) : { plan: parsePlan(text), source: "the plan" };
  const lines = estimateCost({ ...plan, dashboard: options.dashboard === true }, size);
  const { region, date } = PRICES;
  if (options.json === true) {
    const body = { region, prices: date, plan, ...size, lines, dollars: totalOf(lines) };
    await write(terminal.out, `${JSON.stringify(body)}\n`);
    return EXIT.ok;
  }
  const head = [
    `A month with ${describe(plan)}, by ${source}.`,
    `Prices of AWS in ${region} of ${date}, without free tiers. A render takes ${size.seconds} s, a picture has ${size.kilobytes} KB.`,
  ];
  await write(terminal.out, `${head.join("\n")}\n\n${tableOf(lines)}\n${notesOf(text)}`);
  return EXIT.ok;
}

/** Prints the bill that the service has computed from the metrics of the whole deployment. */
async function printYesterday(terminal: Terminal, text: string | undefined, options: CostOptions): Promise<number> {
  const others = { plan: text, "--seconds": options.seconds, "--kilobytes": options.kilobytes };
  const other = Object.entries(others).find(([, value]) => value !== undefined)?.[0];
  if (other !== undefined)
    throw new UsageError(`--yesterday counts what has happened. Leave ${other === "plan" ? "the plan" : other} out.`);
  const client = await connect(options, terminal);
  const { yesterday } = await client.read(
    operationsBodySchema,
    async (irs) => (await irs.requestJson("GET /operations")).body,
  );
  await write(
    terminal.out,
    options.json === true ? `${JSON.stringify(yesterday)}\n` : describeYesterday(yesterday, options),
  );
  return EXIT.ok;
}

function describeYesterday({ cost, ...day }: OperationsBody["yesterday"], { dashboard }: CostOptions): string {
  const head = [
    `Yesterday (UTC) the whole deployment had ${numbered(day.pictures, "picture")}, ${numbered(day.failed, "failed render")}, ${numbered(day.views, "view")}, ${numbered(day.webhookAttempts, "webhook")}.`,
    `An estimate with the prices of AWS in ${cost.pricesOf}, without free tiers.`,
  ];
  const dayOfDashboard = { name: "dashboard", quantity: "1 dashboard", dollars: PRICES.dashboard / DAYS_OF_MONTH };
  const lines = [...cost.lines, ...(dashboard === true ? [dayOfDashboard] : [])];
  const rows = [
    ...lines.map(({ name, quantity, dollars }) => [name, quantity, money(dollars)]),
    ["total", "", money(totalOf(lines))],
  ];
  const width = Math.max(...rows.map(([, , dollars = ""]) => dollars.length));
  const table = formatTable(
    rows.map(([name = "", quantity = "", dollars = ""]) => [name, quantity, dollars.padStart(width)]),
  );
  return `${head.join("\n")}\n\n${table}`;
}

function positive(name: string, text: string | undefined, initial: number): number {
  if (text === undefined) return initial;
  const value = Number(text);
  if (Number.isFinite(value) && value > 0) return value;
  throw new UsageError(`${name} must be a number above 0, not "${text}".`);
}

/** Extends the credits that the workspace has spent in this month to the end of the month. */
async function monthOfUsage(terminal: Terminal, options: CostOptions): Promise<Month> {
  const client = await connect(options, terminal);
  const { month, credits } = await client.read(usageBodySchema, (irs) => irs.usage.get());
  const [year = 0, number = 1] = month.split("-").map(Number);
  const startMs = Date.UTC(year, number - 1);
  const share = Math.min(1, Math.max(Date.now() - startMs, 3_600_000) / (Date.UTC(year, number) - startMs));
  const renders = Math.round(credits.spent / share);
  const passed = `${Math.round(share * 100)} % of ${month}`;
  return {
    plan: { renders, views: 0, webhooks: 0 },
    source: `${count(credits.spent, "credit")} of this workspace in ${passed}`,
  };
}

function describe({ renders, views, webhooks }: Plan): string {
  const parts = [
    [renders, "render"],
    [views, "view"],
    [webhooks, "webhook"],
  ] as const;
  const present = parts.filter(([number]) => number > 0).map(([number, name]) => numbered(number, name));
  return present.length === 0 ? "no requests" : present.join(", ");
}

const numbered = (number: number, name: string): string =>
  `${number.toLocaleString("en-US")} ${name}${number === 1 ? "" : "s"}`;

function tableOf(lines: readonly CostLine[]): string {
  const rows = lines.map(({ group, name, quantity, dollars }) => [group, name, quantity, money(dollars)]);
  const groups = [...new Set(lines.map(({ group }) => group))].map((group) => [
    `all ${group}`,
    "",
    "",
    money(totalOf(lines.filter((line) => line.group === group))),
  ]);
  const table = [...rows, ["", "", "", ""], ...groups, ["total", "", "", money(totalOf(lines))]];
  const width = Math.max(...table.map(([, , , dollars = ""]) => dollars.length));
  return formatTable(
    table.map(([group = "", name = "", quantity = "", dollars = ""]) => [
      group,
      name,
      quantity,
      dollars.padStart(width),
    ]),
  );
}

/** Formats an amount in dollars and cents. An amount below one cent gets four digits. */
const money = (dollars: number): string => `$${dollars < 0.01 ? dollars.toFixed(4) : dollars.toFixed(2)}`;

function notesOf(text: string | undefined): string {
  const notes = [
    "Pictures cost the line of storage again in each further month that they are kept.",
    "A metric costs nothing in an hour without work. The line of metrics assumes that renders are spread over as many hours as possible.",
  ];
  if (text === undefined) {
    notes.push(
      'Stored views run no function, so the service does not count them. Add them by a plan: irs cost "1 M views".',
    );
    notes.push("Other workspaces of the stack are not included.");
  }
  return notes.map((note) => `${note}\n`).join("");
}

import { templateListSchema } from "../../core/contract/templates-api.js";
import { ApiClient } from "../api/client.js";
import { type Connection, findConnection } from "../api/connection.js";
import type { DoctorOptions } from "../command-options.js";
import { checkAccount } from "../doctor/account/check-account.js";
import { checkAddress } from "../doctor/check-address.js";
import { checkKey } from "../doctor/check-key.js";
import { checkRender, checkSignedView } from "../doctor/check-pictures.js";
import { withWebhook } from "../doctor/check-webhook.js";
import { type Finding, reasonOf, skipped, wrong } from "../doctor/finding.js";
import { EXIT } from "../exit-code.js";
import { paint, printable, type Terminal, write } from "../terminal.js";
import { UsageError } from "../usage-error.js";
import { readVersion } from "../version.js";

const MARKS = { ok: ["✓", "success"], wrong: ["✗", "error"], skipped: ["–", "quiet"] } as const;

type Report = (...findings: readonly Finding[]) => Promise<void>;

const DEFAULT_STACK = "ImageRender-prod";

/** Runs `irs doctor`. Resolves to 1 if something is wrong. @throws UsageError */
export async function diagnose(terminal: Terminal, options: DoctorOptions): Promise<number> {
  const connection = await connectionFor(options, terminal);
  const found: Finding[] = [];
  const report: Report = async (...findings) => {
    found.push(...findings);
    if (options.json !== true) for (const finding of findings) await write(terminal.out, lineOf(terminal, finding));
  };
  if (options.aws === true) {
    const { profile, region, stack: stackName = DEFAULT_STACK } = options;
    await checkAccount({ profile, region, stackName }, report);
  }
  if (connection !== undefined) await checkService(connection, options, report);
  else await report(skipped("service", "No address is given, so only the account was checked.", NO_ADDRESS));
  const problems = found.filter(({ outcome }) => outcome === "wrong").length;
  if (options.json === true) {
    const body = { baseUrl: connection?.baseUrl, ok: problems === 0, findings: found };
    await write(terminal.out, `${JSON.stringify(body)}\n`);
  } else {
    const summary =
      problems === 0 ? "Nothing is wrong." : `${problems} of ${found.length} checks found something wrong.`;
    await write(terminal.out, `\n${summary}\n`);
  }
  return problems === 0 ? EXIT.ok : EXIT.issues;
}

const NO_ADDRESS = "Give --url and --key to check the service from outside too.";

/**
 * Returns the service to check. With `--aws`, it must be named: there is no service before a deployment, and a local service
 * belongs to no account.
 */
async function connectionFor(options: DoctorOptions, terminal: Terminal): Promise<Connection | undefined> {
  if (options.aws === true && options.url === undefined && (terminal.env["IRS_URL"] ?? "") === "") return undefined;
  const named = (["profile", "region", "stack"] as const).find((name) => options[name] !== undefined);
  if (named !== undefined && options.aws !== true) throw new UsageError(`--${named} needs --aws.`);
  return findConnection(options, terminal);
}

async function checkService(connection: Connection, options: DoctorOptions, report: Report): Promise<void> {
  const { findings, responds } = await checkAddress(connection, readVersion());
  await report(...findings);
  if (responds) await checkUse(new ApiClient(connection), options, report);
}

/** Runs the checks that need a key: the key itself, a render, a webhook, and a signed view. */
async function checkUse(client: ApiClient, { pictures }: DoctorOptions, report: Report): Promise<void> {
  const key = await checkKey(client);
  await report(...key.findings);
  if (pictures === false) return;
  if (!key.canRender) {
    if (key.scopes.length > 0)
      await report(skipped("render", "The key cannot render: it needs the scope render, and credits."));
    return;
  }
  const template = await firstTemplate(client, report);
  if (template === undefined) return;
  const work = async (): Promise<Finding> => checkRender(client, template);
  if (key.scopes.includes("admin")) {
    const { result, webhook } = await withWebhook(client, work);
    await report(result, webhook);
  } else await report(await work(), skipped("webhook", "The key lacks the scope admin, which creates endpoints."));
  await report(...(await checkSignedView(client, template)));
}

/** Returns the ID of a template to render. */
async function firstTemplate(client: ApiClient, report: Report): Promise<string | undefined> {
  try {
    const body = await client.read(
      templateListSchema,
      async (irs) => (await irs.requestJson("GET /templates", { query: { limit: 1 } })).body,
    );
    const [template] = body.templates;
    if (template === undefined) await report(skipped("render", "The workspace has no template.", "irs templates push"));
    return template?.id;
  } catch (error) {
    await report(
      wrong("templates", reasonOf(error), "Look for the request in the logs of the function api: docs/runbook.md."),
    );
    return undefined;
  }
}

function lineOf({ out }: Terminal, { name, outcome, text, mend }: Finding): string {
  const [mark, style] = MARKS[outcome];
  const first = `${paint(out, style, mark)} ${name.padEnd(12)} ${printable(text)}\n`;
  return mend === undefined ? first : `${first}  ${" ".repeat(12)} → ${printable(mend)}\n`;
}

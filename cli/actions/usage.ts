import { type UsageBody, usageBodySchema } from "../../core/contract/access-api.js";
import { connect } from "../api/connect.js";
import type { ListOptions } from "../command-options.js";
import { EXIT } from "../exit-code.js";
import { count } from "../print.js";
import { formatTable } from "../table.js";
import { type Terminal, write } from "../terminal.js";

/** Runs `irs usage`. @throws UsageError, ApiError */
export async function printUsage(terminal: Terminal, options: ListOptions): Promise<number> {
  const body = await (await connect(options, terminal)).read(usageBodySchema, (irs) => irs.usage.get());
  await write(terminal.out, options.json ? JSON.stringify(body) + "\n" : describeUsage(body));
  return EXIT.ok;
}

function describeUsage({ workspaceId, plan, month, credits, days }: UsageBody): string {
  const head = formatTable([
    ["workspace", workspaceId],
    ["plan", plan.name],
    ["month", month],
    ["credits", `${credits.remaining} of ${credits.granted} left, ${credits.spent} spent`],
  ]);
  const rows = days.map(({ date, spent, refunded }) => [
    date,
    `${count(spent, "credit")} spent`,
    refunded === 0 ? "" : `${count(refunded, "credit")} refunded`,
  ]);
  return rows.length === 0 ? head : `${head}\n${formatTable(rows)}`;
}

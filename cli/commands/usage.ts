import { type UsageBody } from "../../core/contract/access-api.js";
import { connect } from "../api/connect.js";
import { LIST_OPTIONS } from "../api/connection.js";
import { readArguments } from "../arguments.js";
import { type Command, EXIT } from "../command.js";
import { expectNone } from "../operands.js";
import { count } from "../print.js";
import { formatTable } from "../table.js";
import { write } from "../terminal.js";

/** `irs usage`: the workspace's plan and credits. */
export const usageCommand: Command = {
  name: "usage",
  summary: "the workspace's plan and credits, and the month by day",
  synopsis: "[options]",
  options: LIST_OPTIONS,
  notes: "",

  async run(argv, terminal) {
    const { options, operands } = readArguments(argv, LIST_OPTIONS);
    expectNone(operands);
    const { body } = await (await connect(options, terminal)).call("getUsage");
    await write(terminal.out, options.json ? JSON.stringify(body) + "\n" : describeUsage(body));
    return EXIT.ok;
  },
};

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
    refunded === 0 ? "" : `${count(refunded, "credit")} given back`,
  ]);
  return rows.length === 0 ? head : `${head}\n${formatTable(rows)}`;
}

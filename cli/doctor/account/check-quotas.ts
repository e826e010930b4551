/** Compares quotas with what the stack needs, and looks for a budget. */
import type { AccountReader, DeployedStack, Identity } from "../../../aws/doctor/account-facts.js";
import { neededConcurrency, WANTED_BY_DEFAULT } from "../../../core/deployment/concurrency.js";
import { type Finding, ok, wrong } from "../finding.js";
import { attempt } from "./attempt.js";

/**
 * The throughput that a new table with on-demand capacity accepts at once (DynamoDB developer guide, "On-demand
 * capacity mode").
 */
const LEAST_TABLE_WRITES = 4_000;
const LEAST_TABLE_READS = 12_000;

/** The codes of quotas: "Concurrent executions" and "Table-level read (write) throughput limit". */
const [CONCURRENCY_QUOTA, READ_QUOTA, WRITE_QUOTA] = ["L-B99A9384", "L-CF0CBE56", "L-AB614373"];

function requestOf({ region }: AccountReader, service: string, quota: string, value: number): string {
  return (
    `aws service-quotas request-service-quota-increase --region ${region} --service-code ${service} ` +
    `--quota-code ${quota} --desired-value ${value}`
  );
}

/** @param stack the stack with its settings. Without one, the default settings apply. */
export function checkConcurrency(account: AccountReader, stack: DeployedStack | undefined): Promise<Finding> {
  return attempt("concurrency", "lambda:GetAccountSettings", async () => {
    const { total, unreserved } = await account.concurrency();
    const needed = neededConcurrency(stack?.concurrency ?? WANTED_BY_DEFAULT);
    const text = `The account can run ${total} Lambda invocations at once, ${unreserved} of them unreserved.`;
    if (unreserved >= needed) return ok("concurrency", `${text} The stack needs ${needed}.`);
    const wanted = Math.max(1000, total - unreserved + needed);
    const mend =
      `${requestOf(account, "lambda", CONCURRENCY_QUOTA, wanted)} ` +
      "(until then, lower the concurrency of the queues: docs/deploy.md#lambda-concurrency)";
    return wrong("concurrency", `${text} The stack needs ${needed}: requests fail and renders wait.`, mend);
  });
}

export function checkTableQuotas(account: AccountReader): Promise<Finding> {
  return attempt("tables", "dynamodb:DescribeLimits", async () => {
    const { tableReads, tableWrites } = await account.tableQuotas();
    const text = `A table may take ${tableReads} read units and ${tableWrites} write units per second.`;
    if (tableReads >= LEAST_TABLE_READS && tableWrites >= LEAST_TABLE_WRITES) return ok("tables", text);
    const mend = [
      ...(tableReads < LEAST_TABLE_READS ? [requestOf(account, "dynamodb", READ_QUOTA, LEAST_TABLE_READS)] : []),
      ...(tableWrites < LEAST_TABLE_WRITES ? [requestOf(account, "dynamodb", WRITE_QUOTA, LEAST_TABLE_WRITES)] : []),
    ].join(" && ");
    return wrong(
      "tables",
      `${text} A busy table of the stack needs ${LEAST_TABLE_READS} and ${LEAST_TABLE_WRITES}.`,
      mend,
    );
  });
}

export function checkBudget(account: AccountReader, { accountId }: Identity): Promise<Finding> {
  return attempt("budget", "budgets:ViewBudget", async () => {
    const budgets = await account.budgets(accountId);
    const silent = budgets.filter(({ hasNotifications }) => !hasNotifications).map(({ name }) => name);
    if (budgets.length > silent.length) return ok("budget", "The account has a budget that notifies somebody.");
    const mend =
      `aws budgets create-budget --account-id ${accountId} ` +
      `--budget '{"BudgetName":"image-render","BudgetLimit":{"Amount":"50","Unit":"USD"},"TimeUnit":"MONTHLY","BudgetType":"COST"}' ` +
      `--notifications-with-subscribers '[{"Notification":{"NotificationType":"FORECASTED","ComparisonOperator":"GREATER_THAN","Threshold":100},` +
      `"Subscribers":[{"SubscriptionType":"EMAIL","Address":"you@example.com"}]}]'`;
    const text =
      silent.length === 0
        ? "The account has no budget, so nobody hears of unexpected costs."
        : `No budget of the account notifies anybody: ${silent.join(", ")}.`;
    return wrong("budget", text, mend);
  });
}

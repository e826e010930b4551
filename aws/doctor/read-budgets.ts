import { BudgetsClient, DescribeNotificationsForBudgetCommand, paginateDescribeBudgets } from "@aws-sdk/client-budgets";
import type { BudgetFacts } from "./account-facts.js";
import type { ClientConfig } from "./client-config.js";

/** Budgets belong to the account, and their API is in one region only. */
const REGION = "us-east-1";

export async function readBudgets(config: ClientConfig, accountId: string): Promise<readonly BudgetFacts[]> {
  const client = new BudgetsClient({ ...config, region: REGION });
  const budgets: BudgetFacts[] = [];
  for await (const { Budgets = [] } of paginateDescribeBudgets({ client }, { AccountId: accountId }))
    for (const { BudgetName: name = "" } of Budgets) {
      const asked = new DescribeNotificationsForBudgetCommand({ AccountId: accountId, BudgetName: name });
      const { Notifications = [] } = await client.send(asked);
      budgets.push({ name, hasNotifications: Notifications.length > 0 });
    }
  return budgets;
}

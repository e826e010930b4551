/** The quotas of the account that limit how much a stack can do at once. */
import { DescribeLimitsCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { GetAccountSettingsCommand, LambdaClient } from "@aws-sdk/client-lambda";
import type { ConcurrencyFacts, TableQuotas } from "./account-facts.js";
import type { ClientConfig } from "./client-config.js";

export async function readConcurrency(config: ClientConfig): Promise<ConcurrencyFacts> {
  const { AccountLimit } = await new LambdaClient(config).send(new GetAccountSettingsCommand());
  const { ConcurrentExecutions: total = 0, UnreservedConcurrentExecutions: unreserved = 0 } = AccountLimit ?? {};
  return { total, unreserved };
}

export async function readTableQuotas(config: ClientConfig): Promise<TableQuotas> {
  const quotas = await new DynamoDBClient(config).send(new DescribeLimitsCommand());
  return { tableReads: quotas.TableMaxReadCapacityUnits ?? 0, tableWrites: quotas.TableMaxWriteCapacityUnits ?? 0 };
}

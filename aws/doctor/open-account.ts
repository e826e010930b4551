/** Opens the account for `irs doctor --aws`. Only this command imports the folder, and only when it runs. */
import { STSClient } from "@aws-sdk/client-sts";
import type { AccountOptions, AccountReader } from "./account-facts.js";
import { hasEdgeAlarm, readAlarms, readSubscribers } from "./read-alarms.js";
import { readBudgets } from "./read-budgets.js";
import { readConcurrency, readTableQuotas } from "./read-capacity.js";
import { readIdentity, readRefused } from "./read-identity.js";
import { readLogGroups } from "./read-log-groups.js";
import { readBootstrapVersion, readOffered } from "./read-region.js";
import { readStack } from "./read-stack.js";

/** @throws Error if neither the options nor the configuration name a region */
export async function openAccount({ profile, region: wanted }: AccountOptions): Promise<AccountReader> {
  const given = { ...(profile !== undefined && { profile }), ...(wanted !== undefined && { region: wanted }) };
  const sts = new STSClient(given);
  const region = await sts.config.region();
  // One provider for all clients, so that a profile with a second factor asks for it once.
  const config = { region, credentials: sts.config.credentials, maxAttempts: 3 };
  return {
    region,
    identity: () => readIdentity(sts, config),
    bootstrapVersion: () => readBootstrapVersion(config),
    offered: (services) => readOffered(config, services),
    concurrency: () => readConcurrency(config),
    tableQuotas: () => readTableQuotas(config),
    stack: (name) => readStack(config, name),
    refused: (principalArn, actions, resources) => readRefused(config, principalArn, actions, resources),
    alarms: (names) => readAlarms(config, names),
    hasEdgeAlarm: (distributionId) => hasEdgeAlarm(config, distributionId),
    subscribers: (topicArn) => readSubscribers(config, topicArn),
    logGroups: (prefix, ofRegion = region) => readLogGroups({ ...config, region: ofRegion }, prefix),
    budgets: (accountId) => readBudgets(config, accountId),
  };
}

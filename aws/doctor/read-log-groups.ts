import { CloudWatchLogsClient, paginateDescribeLogGroups } from "@aws-sdk/client-cloudwatch-logs";
import type { LogGroupFacts } from "./account-facts.js";
import type { ClientConfig } from "./client-config.js";

export async function readLogGroups(config: ClientConfig, prefix: string): Promise<readonly LogGroupFacts[]> {
  const client = new CloudWatchLogsClient(config);
  const groups: LogGroupFacts[] = [];
  for await (const page of paginateDescribeLogGroups({ client }, { logGroupNamePrefix: prefix }))
    for (const { logGroupName: name = "", retentionInDays } of page.logGroups ?? [])
      groups.push({ name, retentionDays: retentionInDays });
  return groups;
}

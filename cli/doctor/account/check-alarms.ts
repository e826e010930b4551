/** Checks the alarms of a deployed stack: whether one is raised, and who is notified. */
import type { AccountReader, AlarmFacts, DeployedStack } from "../../../aws/doctor/account-facts.js";
import { type Finding, ok, wrong } from "../finding.js";
import { attempt, notChecked } from "./attempt.js";

/** Only an alarm in this region can read CloudFront's metrics, so only a stack here contains alarms on the edge. */
const EDGE_REGION = "us-east-1";
/** A deployment without this option does not revert changes that were made by hand. */
const DEPLOY_AGAIN = "npx cdk deploy --revert-drift";

export async function checkAlarms(account: AccountReader, stack: DeployedStack): Promise<readonly Finding[]> {
  let alarms: readonly AlarmFacts[];
  try {
    alarms = await account.alarms(stack.alarms);
  } catch (error) {
    return [notChecked("alarms", "cloudwatch:DescribeAlarms", error)];
  }
  return [checkStates(alarms), await checkListeners(account, stack, alarms)];
}

function checkStates(alarms: readonly AlarmFacts[]): Finding {
  const raised = alarms.filter(({ isRaised }) => isRaised);
  if (raised.length === 0) return ok("state", "No alarm is raised.");
  // The description of each alarm ends with its section of the runbook.
  const sections = raised.map(({ description }) => description.split(/ ?Runbook: /));
  const text = `${raised.length} of ${alarms.length} alarms are raised: ${sections.map(([what]) => what).join(" ")}`;
  const mend = `Read ${[...new Set(sections.map(([, section]) => section ?? "docs/runbook.md"))].join(" and ")}.`;
  return wrong("state", text, mend);
}

function checkListeners(
  account: AccountReader,
  { alarms: names }: DeployedStack,
  alarms: readonly AlarmFacts[],
): Promise<Finding> {
  return attempt("alarms", "sns:ListSubscriptionsByTopic", async () => {
    const missing = names.filter((name) => !alarms.some((alarm) => alarm.name === name));
    if (missing.length > 0) return wrong("alarms", `Alarms were deleted: ${missing.join(", ")}.`, DEPLOY_AGAIN);
    const off = alarms.filter(({ isEnabled }) => !isEnabled).map(({ name }) => name);
    if (off.length > 0) {
      const mend = `aws cloudwatch enable-alarm-actions --region ${account.region} --alarm-names ${off.join(" ")}`;
      return wrong("alarms", `The actions of ${off.length} of ${alarms.length} alarms are switched off.`, mend);
    }
    const mute = alarms.filter(({ topics }) => topics.length === 0).map(({ name }) => name);
    if (mute.length > 0) return wrong("alarms", `Alarms that notify no topic: ${mute.join(", ")}.`, DEPLOY_AGAIN);
    return checkSubscribers(account, alarms.length, [...new Set(alarms.flatMap(({ topics }) => topics))]);
  });
}

async function checkSubscribers(account: AccountReader, count: number, topics: readonly string[]): Promise<Finding> {
  for (const topic of topics) {
    const { confirmed, pending } = await account.subscribers(topic);
    if (confirmed > 0) continue;
    if (pending > 0) {
      const mend = 'Open the link in the email "AWS Notification - Subscription Confirmation".';
      return wrong("alarms", `Nobody has confirmed a subscription to the alarms (${pending} pending).`, mend);
    }
    const region = topic.split(":")[3] ?? account.region;
    const mend =
      `aws sns subscribe --region ${region} --topic-arn ${topic} --protocol email ` +
      "--notification-endpoint you@example.com";
    return wrong("alarms", `Nobody is subscribed to the alarms: ${topic} has no subscriber.`, mend);
  }
  return ok("alarms", `The ${count} alarms of the stack have subscribers.`);
}

/** A stack outside of us-east-1 has no alarm on the responses of the edge. The operator creates one by hand. */
export async function checkEdgeAlarm(
  account: AccountReader,
  { distributionId }: DeployedStack,
): Promise<readonly Finding[]> {
  if (account.region === EDGE_REGION || distributionId === undefined) return [];
  const finding = await attempt("edge alarm", "cloudwatch:DescribeAlarmsForMetric", async () => {
    if (await account.hasEdgeAlarm(distributionId)) return ok("edge alarm", "An alarm watches the 5xx of the edge.");
    const mend =
      `DISTRIBUTION_ID=${distributionId}, and the command of docs/deploy.md#alarms ` +
      "with the ARN of a topic in us-east-1 as TOPIC_ARN";
    return wrong("edge alarm", "No alarm watches the 5xx of the edge, whose metrics are in us-east-1 only.", mend);
  });
  return [finding];
}

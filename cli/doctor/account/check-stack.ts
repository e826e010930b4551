/** Checks a deployed stack by what AWS reports: its state, and how long it keeps logs. */
import type { AccountReader, DeployedStack, LogGroupFacts } from "../../../aws/doctor/account-facts.js";
import { type Finding, ok, skipped, wrong } from "../finding.js";
import { attempt, notChecked } from "./attempt.js";
import { checkAlarms, checkEdgeAlarm } from "./check-alarms.js";

/** The runtime that this version deploys. */
const RUNTIME = "nodejs24.x";
/** CloudFront writes the logs of its functions in this region. */
const EDGE_REGION = "us-east-1";
const READ_STACK = "cloudformation:DescribeStacks, cloudformation:GetTemplate and cloudformation:ListStackResources";

export interface StackReport {
  /** `undefined` if it is not deployed, or if it could not be read. */
  readonly stack: DeployedStack | undefined;
  readonly findings: readonly Finding[];
}

export async function checkStack(account: AccountReader, stackName: string): Promise<StackReport> {
  let stack: DeployedStack | undefined;
  try {
    stack = await account.stack(stackName);
  } catch (error) {
    return { stack, findings: [notChecked("stack", READ_STACK, error)] };
  }
  if (stack === undefined) {
    const mend = "Deploy it (npx cdk deploy), or name another one: --stack ImageRender-STAGE, with --region.";
    return { stack, findings: [skipped("stack", `There is no stack ${stackName} in ${account.region}.`, mend)] };
  }
  const findings = [
    checkStatus(stackName, account.region, stack),
    checkRuntimes(stack),
    ...(await checkAlarms(account, stack)),
    ...(await checkEdgeAlarm(account, stack)),
    await checkLogs(account, stackName, stack),
  ];
  return { stack, findings };
}

function checkStatus(stackName: string, region: string, { status }: DeployedStack): Finding {
  if (/^(CREATE|UPDATE|IMPORT)_COMPLETE$/.test(status)) return ok("stack", `${stackName} is in the state ${status}.`);
  if (status.endsWith("_IN_PROGRESS")) return skipped("stack", `${stackName} is being changed: ${status}.`);
  const mend =
    `aws cloudformation describe-stack-events --region ${region} --stack-name ${stackName} ` +
    "(it says why; then deploy again)";
  return wrong("stack", `${stackName} is in the state ${status}.`, mend);
}

function checkRuntimes({ runtimes }: DeployedStack): Finding {
  const old = runtimes.filter((runtime) => runtime !== RUNTIME);
  if (old.length === 0) return ok("runtime", `All functions use ${RUNTIME}.`);
  return wrong("runtime", `Functions use ${old.join(", ")}, and not ${RUNTIME}.`, "npx cdk deploy");
}

function checkLogs(account: AccountReader, stackName: string, stack: DeployedStack): Promise<Finding> {
  return attempt("logs", "logs:DescribeLogGroups", async () => {
    const found = await account.logGroups(`${stackName}-`);
    const own = found.filter(({ name }) => stack.logGroups.includes(name));
    const missing = stack.logGroups.filter((name) => !own.some((group) => group.name === name));
    if (missing.length > 0) {
      // The metric filters of the groups are gone too, so no alarm counts their errors.
      const text = `Log groups of the stack were deleted: ${missing.join(", ")}.`;
      return wrong("logs", text, "npx cdk deploy --revert-drift");
    }
    const edge = await edgeLogGroups(account, stack);
    const [forever, foreverAtEdge] = [own, edge].map(withoutEnd);
    const mends = [keepFor90Days(account.region, forever), keepFor90Days(EDGE_REGION, foreverAtEdge)].flat();
    const names = [forever, foreverAtEdge].flat();
    if (names.length > 0)
      return wrong("logs", `Log groups that keep their lines forever: ${names.join(", ")}.`, mends.join(" && "));
    const days = [...new Set(own.map(({ retentionDays }) => retentionDays))].join(" or ");
    return ok("logs", `The ${own.length} log groups of the stack keep their lines for ${days} days.`);
  });
}

async function edgeLogGroups(account: AccountReader, stack: DeployedStack): Promise<readonly LogGroupFacts[]> {
  const names = stack.edgeFunctions.map((name) => `/aws/cloudfront/function/${name}`);
  const found = await Promise.all(names.map((name) => account.logGroups(name, EDGE_REGION)));
  return found.flat().filter(({ name }) => names.includes(name));
}

const withoutEnd = (groups: readonly LogGroupFacts[]): readonly string[] =>
  groups.filter(({ retentionDays }) => retentionDays === undefined).map(({ name }) => name);

/** Returns the command that limits the retention of the groups to the default of the stack. */
function keepFor90Days(region: string, groups: readonly string[] = []): readonly string[] {
  if (groups.length === 0) return [];
  const command = `aws logs put-retention-policy --region ${region} --retention-in-days 90 --log-group-name "$group"`;
  return [`${eachOf(groups)} ${command}; done`];
}

const eachOf = (groups: readonly string[]): string => `for group in ${groups.join(" ")}; do`;

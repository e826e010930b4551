/** Checks an AWS account, a region and a stack with the credentials of an operator. Nothing is changed. */
import type { AccountOptions, AccountReader, Identity } from "../../../aws/doctor/account-facts.js";
import { type Finding, ok, reasonOf, wrong } from "../finding.js";
import { checkBootstrap, checkDeployingIdentity, checkExecutionRole, checkRegion } from "./check-deployment.js";
import { checkBudget, checkConcurrency, checkTableQuotas } from "./check-quotas.js";
import { checkStack } from "./check-stack.js";

export interface AccountCheck extends AccountOptions {
  readonly stackName: string;
}

type Report = (...findings: readonly Finding[]) => Promise<void>;

export async function checkAccount({ stackName, ...options }: AccountCheck, report: Report): Promise<void> {
  const opened = await open(options);
  if ("outcome" in opened) return report(opened);
  const { account, identity } = opened;
  await report(ok("credentials", `${identity.arn} in ${account.region}.`));
  await report(await checkRegion(account));
  const bootstrap = await checkBootstrap(account, identity);
  await report(bootstrap);
  // Without the bootstrap, there are no roles to deploy with.
  if (bootstrap.outcome !== "wrong") {
    await report(await checkDeployingIdentity(account, identity));
    await report(await checkExecutionRole(account, identity, stackName));
  }
  const { stack, findings } = await checkStack(account, stackName);
  await report(await checkConcurrency(account, stack), await checkTableQuotas(account));
  await report(...findings, await checkBudget(account, identity));
}

/** Returns the account with its caller, or the finding that prevents every check. */
async function open(
  options: AccountOptions,
): Promise<{ readonly account: AccountReader; readonly identity: Identity } | Finding> {
  // Load the clients of AWS only for this check.
  const { openAccount } = await import("../../../aws/doctor/open-account.js");
  let account: AccountReader;
  try {
    account = await openAccount(options);
  } catch (error) {
    const mend = "Name it: irs doctor --aws --region eu-central-1, or set AWS_REGION.";
    return wrong("region", `No region is given: ${reasonOf(error)}`, mend);
  }
  try {
    return { account, identity: await account.identity() };
  } catch (error) {
    const mend = "Sign in (aws sso login, or aws configure), and name the profile with --profile.";
    return wrong("credentials", reasonOf(error), mend);
  }
}

/** Checks what a deployment needs: the region, the bootstrap of the CDK, and permissions by simulation. */
import type { AccountReader, Identity } from "../../../aws/doctor/account-facts.js";
import { deploymentRequests } from "../../../aws/doctor/deployment-actions.js";
import { REGIONS_WITHOUT_FUNCTION_URLS } from "../../../core/deployment/regions.js";
import { type Finding, ok, skipped, wrong } from "../finding.js";
import { attempt } from "./attempt.js";

/** The version that the deployment of an assembly demands (`requiresBootstrapStackVersion` in its manifest). */
const LEAST_BOOTSTRAP_VERSION = 6;
/** The services of the stack, with the names that AWS gives them in its public parameters. */
const SERVICES = ["lambda", "dynamodb", "s3", "sqs", "sns", "secretsmanager", "apigateway", "cloudwatch"];
/** The roles of the bootstrap that `cdk deploy` assumes for a stack without container images. */
const CALLED_ROLES = ["deploy-role", "file-publishing-role"];

export function checkRegion(account: AccountReader): Promise<Finding> {
  const { region } = account;
  return attempt("region", "ssm:GetParameters", async () => {
    const mend = "Deploy into another region, for example eu-central-1: docs/deploy.md#regions.";
    if (REGIONS_WITHOUT_FUNCTION_URLS.includes(region))
      return wrong("region", `Lambda has no function URLs in ${region}, and the service needs them.`, mend);
    const offered = await account.offered(SERVICES);
    if (offered.size === 0) return skipped("region", `AWS does not list the services of ${region}.`);
    const missing = SERVICES.filter((service) => !offered.has(service));
    if (missing.length > 0) return wrong("region", `${region} does not have ${missing.join(", ")}.`, mend);
    return ok("region", `${region} has the services and function URLs that the stack needs.`);
  });
}

export function checkBootstrap(account: AccountReader, { accountId }: Identity): Promise<Finding> {
  const mend = `npx cdk bootstrap aws://${accountId}/${account.region}`;
  return attempt("bootstrap", "ssm:GetParameter", async () => {
    const version = await account.bootstrapVersion();
    if (version === undefined) return wrong("bootstrap", `The CDK is not bootstrapped in ${account.region}.`, mend);
    if (!(version >= LEAST_BOOTSTRAP_VERSION)) {
      const text = `The bootstrap of the CDK has version ${version}, and the stack needs ${LEAST_BOOTSTRAP_VERSION}.`;
      return wrong("bootstrap", text, mend);
    }
    return ok("bootstrap", `The CDK is bootstrapped with version ${version}.`);
  });
}

/** Checks that the caller may assume the roles with which the CDK deploys. */
export function checkDeployingIdentity(account: AccountReader, identity: Identity): Promise<Finding> {
  const name = "deploying";
  const { principalArn } = identity;
  return attempt(name, "iam:SimulatePrincipalPolicy", async () => {
    if (principalArn === undefined) {
      const mend = "Deploy with a role or a user of IAM.";
      return skipped(name, `IAM cannot simulate the permissions of ${identity.arn}.`, mend);
    }
    const roles = CALLED_ROLES.map((role) => roleArn(account, identity, role));
    const refused = await account.refused(principalArn, ["sts:AssumeRole"], roles);
    if (refused.length === 0) return ok(name, "This identity may assume the roles with which the CDK deploys.");
    const statement = JSON.stringify({ Effect: "Allow", Action: "sts:AssumeRole", Resource: roles });
    const mend = `Add this statement to a policy of ${principalArn}: ${statement}`;
    return wrong(name, "This identity may not assume the roles with which the CDK deploys.", mend);
  });
}

/** Checks that the role with which CloudFormation creates the resources may create each of them. */
export function checkExecutionRole(account: AccountReader, identity: Identity, stackName: string): Promise<Finding> {
  const name = "permissions";
  const { region } = account;
  const { accountId } = identity;
  const role = roleArn(account, identity, "cfn-exec-role");
  return attempt(name, "iam:SimulatePrincipalPolicy", async () => {
    const refused: string[] = [];
    // One resource at a time, because IAM allows few simulations per second.
    for (const { resource, actions } of deploymentRequests({
      ...identity,
      region,
      partition: partitionOf(identity),
      stackName,
    }))
      refused.push(...(await account.refused(role, actions, [resource])));
    if (refused.length === 0) return ok(name, "CloudFormation may create every resource of the stack.");
    const mend =
      `Add them to the policies of the role: npx cdk bootstrap aws://${accountId}/${region} ` +
      "--cloudformation-execution-policies POLICY_ARN,POLICY_ARN replaces its policies.";
    return wrong(name, `CloudFormation (${role}) may not: ${refused.join(", ")}.`, mend);
  });
}

const partitionOf = ({ arn }: Identity): string => arn.split(":")[1] ?? "aws";

/** The default qualifier of the CDK is part of the name. */
function roleArn({ region }: AccountReader, identity: Identity, role: string): string {
  const { accountId } = identity;
  return `arn:${partitionOf(identity)}:iam::${accountId}:role/cdk-hnb659fds-${role}-${accountId}-${region}`;
}

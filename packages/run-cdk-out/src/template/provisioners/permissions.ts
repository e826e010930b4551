/**
 * AWS::IAM::Role, ::Policy, ::ManagedPolicy; the policies of buckets and queues; AWS::Lambda::Permission: tells the services
 * what each function may do.
 */
import * as z from "zod";
import { managedPolicy } from "../../permissions/managed-policies.js";
import { compilePolicy } from "../../permissions/policy.js";
import type { Provisioner } from "../platform.js";
import { ignored, readProperties } from "../properties.js";
import { arnOf } from "../resource.js";
import { TemplateError } from "../template-error.js";

const inlinePolicies = z.array(z.strictObject({ PolicyName: z.string(), PolicyDocument: z.unknown() })).default([]);

const roleSchema = z.strictObject({
  RoleName: z.string().optional(),
  Policies: inlinePolicies,
  ManagedPolicyArns: z.array(z.string()).default([]),
  ...ignored("AssumeRolePolicyDocument", "Description", "MaxSessionDuration", "Path", "Tags"),
});

/** Declares the role with its inline policies and those that AWS manages. */
export const provisionRole: Provisioner = (resource, identity, { permissions, managedPolicies }) => {
  const { Policies, ManagedPolicyArns } = readProperties(resource, roleSchema);
  const { logicalId } = resource;
  const arn = arnOf(identity);
  permissions.declareRole(identity.physicalId, arn);
  for (const { PolicyDocument } of Policies)
    permissions.attach(arn, compilePolicy(PolicyDocument, `${logicalId}.Policies`));
  for (const policyArn of ManagedPolicyArns) {
    const known = managedPolicies.get(policyArn) ?? managedPolicy(policyArn);
    if (known === undefined) {
      throw new TemplateError(`${logicalId}.ManagedPolicyArns`, `run-cdk-out does not know the policy ${policyArn}`);
    }
    permissions.attach(arn, compilePolicy(known, `${logicalId}.ManagedPolicyArns`));
  }
  return identity;
};

const policySchema = z.strictObject({
  PolicyName: z.string().optional(),
  ManagedPolicyName: z.string().optional(),
  PolicyDocument: z.unknown(),
  Roles: z.array(z.string()).default([]),
  ...ignored("Description", "Groups", "Path", "Users"),
});

/** Adds the statements of a policy to its roles. */
export const provisionPolicy: Provisioner = (resource, identity, { permissions, managedPolicies }) => {
  const { PolicyDocument, Roles } = readProperties(resource, policySchema);
  const statements = compilePolicy(PolicyDocument, `${resource.logicalId}.PolicyDocument`);
  for (const role of Roles) permissions.attach(role, statements);
  if (resource.type === "AWS::IAM::ManagedPolicy") managedPolicies.set(identity.physicalId, PolicyDocument);
  return identity;
};

const bucketPolicySchema = z.strictObject({ Bucket: z.string(), PolicyDocument: z.unknown() });

export const provisionBucketPolicy: Provisioner = (resource, identity, { permissions }) => {
  const { Bucket, PolicyDocument } = readProperties(resource, bucketPolicySchema);
  const place = `${resource.logicalId}.PolicyDocument`;
  permissions.putResourcePolicy(`arn:aws:s3:::${Bucket}`, compilePolicy(PolicyDocument, place));
  return identity;
};

const queuePolicySchema = z.strictObject({ Queues: z.array(z.string()), PolicyDocument: z.unknown() });

/** Adds a policy to its queues. The template names them by their URLs, and the statements by their ARNs. */
export const provisionQueuePolicy: Provisioner = (resource, identity, { permissions, queueArn }) => {
  const { Queues, PolicyDocument } = readProperties(resource, queuePolicySchema);
  const statements = compilePolicy(PolicyDocument, `${resource.logicalId}.PolicyDocument`);
  for (const url of Queues) permissions.putResourcePolicy(queueArn(url), statements);
  return identity;
};

const permissionSchema = z.strictObject({
  Action: z.string(),
  FunctionName: z.string(),
  Principal: z.string(),
  SourceArn: z.string().optional(),
  SourceAccount: z.string().optional(),
  ...ignored("EventSourceToken", "FunctionUrlAuthType", "InvokedViaFunctionUrl", "PrincipalOrgID"),
});

/** Adds a statement to the policy of a function (Lambda API reference, AddPermission). */
export const provisionLambdaPermission: Provisioner = (resource, identity, { permissions, functions }) => {
  const { Action, FunctionName, Principal, SourceArn, SourceAccount } = readProperties(resource, permissionSchema);
  const functionArn = functions.arnOf(FunctionName, resource.logicalId);
  const statement = {
    Effect: "Allow",
    Action,
    Resource: functionArn,
    Principal: Principal.endsWith(".amazonaws.com") ? { Service: Principal } : { AWS: Principal },
    Condition: {
      ...(SourceArn !== undefined && { ArnLike: { "aws:SourceArn": SourceArn } }),
      ...(SourceAccount !== undefined && { StringEquals: { "aws:SourceAccount": SourceAccount } }),
    },
  };
  permissions.putResourcePolicy(functionArn, compilePolicy({ Statement: statement }, resource.logicalId));
  return identity;
};

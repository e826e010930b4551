import { describe, expect, test } from "@jest/globals";
import type { Caller, CallContext } from "../../src/permissions/aws-call.js";
import { Permissions } from "../../src/permissions/permissions.js";
import { compilePolicy } from "../../src/permissions/policy.js";

const ROLE = "arn:aws:iam::000000000000:role/WorkerRole";
const BUCKET = "arn:aws:s3:::files";
const QUEUE = "arn:aws:sqs:us-east-1:000000000000:jobs";
const FORBIDDEN = { code: "AccessDenied", status: 403 };

/** Returns permissions in which the role of the function `worker` has these statements. */
function permissionsWith(...statements: object[]): Permissions {
  const permissions = new Permissions({ enforced: true, denials: [] });
  permissions.declareRole("WorkerRole", ROLE);
  permissions.attach("WorkerRole", compilePolicy({ Version: "2012-10-17", Statement: statements }, "Policy"));
  permissions.assignRole("local-worker", "worker", ROLE);
  return permissions;
}

const allow = (Action: string | string[], Resource: string | string[], Condition = {}) => ({
  ...{ Effect: "Allow", Action, Resource, Condition },
});
const deny = (Action: string | string[], Resource: string | string[], Condition = {}) => ({
  ...{ Effect: "Deny", Action, Resource, Condition },
});

function isAllowed(
  permissions: Permissions,
  action: string,
  resource: string,
  { context, caller = "local-worker" }: { context?: CallContext; caller?: Caller } = {},
): boolean {
  return permissions.allows({ action, resource, ...(context && { context }) }, caller);
}

describe("the policies of a role", () => {
  test("a function may make the calls that its role allows, and no others", () => {
    const permissions = permissionsWith(allow(["s3:GetObject", "s3:PutObject"], `${BUCKET}/in/*`));
    expect(isAllowed(permissions, "s3:GetObject", `${BUCKET}/in/a/b`)).toBe(true);
    expect(isAllowed(permissions, "s3:GetObject", `${BUCKET}/out/a`)).toBe(false);
    expect(isAllowed(permissions, "s3:DeleteObject", `${BUCKET}/in/a`)).toBe(false);
    expect(isAllowed(permissions, "s3:GetObject", "arn:aws:s3:::other/in/a")).toBe(false);
  });

  test("a refused call names the session of the role, the action and the resource, in the words of AWS", () => {
    const call = { action: "s3:PutObject", resource: `${BUCKET}/a` };
    expect(() => permissionsWith().check(call, "local-worker", FORBIDDEN)).toThrow(
      "User: arn:aws:sts::000000000000:assumed-role/WorkerRole/worker is not authorized to perform: s3:PutObject on " +
        "resource: arn:aws:s3:::files/a because no identity-based policy allows the s3:PutObject action",
    );
    const denied = permissionsWith(allow("s3:*", "*"), deny("s3:Put*", `${BUCKET}/*`));
    expect(() => denied.check(call, "local-worker", FORBIDDEN)).toThrow(
      "with an explicit deny in an identity-based policy",
    );
  });

  test("the case of an action does not matter, and the case of a resource does", () => {
    const permissions = permissionsWith(allow("S3:getobject", `${BUCKET}/In/*`));
    expect(isAllowed(permissions, "s3:GetObject", `${BUCKET}/In/a`)).toBe(true);
    expect(isAllowed(permissions, "s3:GetObject", `${BUCKET}/in/a`)).toBe(false);
  });

  test("a wildcard matches any characters of one part of an ARN, but not the next part", () => {
    const permissions = permissionsWith(allow("sqs:SendMessage", "arn:aws:sqs:*:000000000000:job?"));
    expect(isAllowed(permissions, "sqs:SendMessage", QUEUE)).toBe(true);
    expect(isAllowed(permissions, "sqs:SendMessage", `${QUEUE}-2`)).toBe(false);
    const shifted = permissionsWith(allow("sqs:SendMessage", "arn:aws:sqs:*:jobs"));
    expect(isAllowed(shifted, "sqs:SendMessage", QUEUE)).toBe(false);
  });

  test("NotAction and NotResource allow everything else", () => {
    const permissions = permissionsWith({
      Effect: "Allow",
      NotAction: "s3:Delete*",
      NotResource: `${BUCKET}/secret/*`,
    });
    expect(isAllowed(permissions, "s3:GetObject", `${BUCKET}/a`)).toBe(true);
    expect(isAllowed(permissions, "s3:DeleteObject", `${BUCKET}/a`)).toBe(false);
    expect(isAllowed(permissions, "s3:GetObject", `${BUCKET}/secret/a`)).toBe(false);
  });

  test("the operator and the runner may make every call", () => {
    for (const caller of ["local", undefined])
      expect(permissionsWith().allows({ action: "s3:GetObject", resource: `${BUCKET}/a` }, caller)).toBe(true);
  });

  test("without enforcement, every call is allowed, and a grant still counts as used", () => {
    const permissions = new Permissions({ enforced: false, denials: [] });
    permissions.declareRole("WorkerRole", ROLE);
    permissions.attach(ROLE, compilePolicy({ Statement: allow("s3:GetObject", `${BUCKET}/*`) }, "Policy"));
    permissions.assignRole("local-worker", "worker", ROLE);
    expect(isAllowed(permissions, "s3:PutObject", `${BUCKET}/a`)).toBe(true);
    expect(isAllowed(permissions, "s3:GetObject", `${BUCKET}/a`)).toBe(true);
    expect(permissions.use.list()).toMatchObject([{ action: "s3:GetObject", used: true }]);
  });
});

describe("conditions", () => {
  const table = "arn:aws:dynamodb:us-east-1:000000000000:table/jobs";
  const holds = (condition: object, context: CallContext): boolean =>
    isAllowed(permissionsWith(allow("dynamodb:*", "*", condition)), "dynamodb:UpdateItem", table, { context });

  test("ForAllValues requires that each value of the call is in the list, and holds for a call without values", () => {
    const condition = { "ForAllValues:StringEquals": { "dynamodb:Attributes": ["id", "status"] } };
    expect(holds(condition, { "dynamodb:attributes": ["id"] })).toBe(true);
    expect(holds(condition, { "dynamodb:attributes": ["id", "owner"] })).toBe(false);
    expect(holds(condition, {})).toBe(true);
  });

  test("ForAnyValue requires that one value is in the list", () => {
    const condition = { "ForAnyValue:StringLike": { "dynamodb:LeadingKeys": "slot#*" } };
    expect(holds(condition, { "dynamodb:leadingkeys": ["a", "slot#1"] })).toBe(true);
    expect(holds(condition, { "dynamodb:leadingkeys": ["a"] })).toBe(false);
    expect(holds(condition, {})).toBe(false);
  });

  test("IfExists holds for a call without the value", () => {
    const condition = { StringEqualsIfExists: { "dynamodb:ReturnValues": ["NONE", "UPDATED_NEW"] } };
    expect(holds(condition, {})).toBe(true);
    expect(holds(condition, { "dynamodb:returnvalues": ["ALL_OLD"] })).toBe(false);
  });

  test("a negated operator holds for a call without the value, and a plain one does not", () => {
    expect(holds({ StringNotEquals: { "dynamodb:Select": "COUNT" } }, {})).toBe(true);
    expect(holds({ StringEquals: { "dynamodb:Select": "COUNT" } }, {})).toBe(false);
  });

  test("all operators and keys of a condition must hold", () => {
    const condition = {
      StringEquals: { "dynamodb:Select": "COUNT" },
      Null: { "dynamodb:LeadingKeys": "true" },
      Bool: { "aws:SecureTransport": "true" },
    };
    expect(holds(condition, { "dynamodb:select": ["COUNT"] })).toBe(true);
    expect(holds(condition, { "dynamodb:select": ["COUNT"], "dynamodb:leadingkeys": ["a"] })).toBe(false);
  });

  test("a condition key or an operator that the runner cannot evaluate stops the start with its place", () => {
    const compile = (condition: object) => () => permissionsWith(allow("s3:*", "*", condition));
    expect(compile({ StringEquals: { "aws:PrincipalTag/team": "a" } })).toThrow(
      "Policy: run-cdk-out does not supply the condition key aws:PrincipalTag/team",
    );
    expect(compile({ IpAddress: { "aws:SourceArn": "10.0.0.0/8" } })).toThrow(
      "does not support the condition IpAddress",
    );
    expect(() => permissionsWith(allow("s3:*", "arn:aws:s3:::files/${aws:username}/*"))).toThrow("policy variables");
  });
});

describe("the policy of a resource", () => {
  const withBucketPolicy = (...statements: object[]): Permissions => {
    const permissions = permissionsWith();
    permissions.putResourcePolicy(BUCKET, compilePolicy({ Statement: statements }, "BucketPolicy"));
    return permissions;
  };

  test("allows a role that it names, although no policy of the role does", () => {
    const permissions = withBucketPolicy({ ...allow("s3:GetObject", `${BUCKET}/*`), Principal: { AWS: ROLE } });
    expect(isAllowed(permissions, "s3:GetObject", `${BUCKET}/a`)).toBe(true);
    expect(isAllowed(permissions, "s3:PutObject", `${BUCKET}/a`)).toBe(false);
  });

  test("leaves the decision to the policies of the role if it names the account", () => {
    const Principal = { AWS: "arn:aws:iam::000000000000:root" };
    const permissions = withBucketPolicy({ ...allow("s3:GetObject", `${BUCKET}/*`), Principal });
    expect(isAllowed(permissions, "s3:GetObject", `${BUCKET}/a`)).toBe(false);
  });

  test("refuses what a policy of the role allows, if it denies it", () => {
    const permissions = permissionsWith(allow("s3:*", "*"));
    const statement = { ...deny("s3:DeleteObject", `${BUCKET}/*`), Principal: "*" };
    permissions.putResourcePolicy(BUCKET, compilePolicy({ Statement: statement }, "BucketPolicy"));
    expect(isAllowed(permissions, "s3:GetObject", `${BUCKET}/a`)).toBe(true);
    expect(isAllowed(permissions, "s3:DeleteObject", `${BUCKET}/a`)).toBe(false);
    expect(isAllowed(permissions, "s3:DeleteObject", "arn:aws:s3:::other/a")).toBe(true);
  });

  test("allows a service of AWS only for the resource that the condition names", () => {
    const distribution = "arn:aws:cloudfront::000000000000:distribution/E1";
    const permissions = withBucketPolicy({
      ...allow("s3:GetObject", `${BUCKET}/img/*`, { StringEquals: { "AWS:SourceArn": distribution } }),
      Principal: { Service: "cloudfront.amazonaws.com" },
    });
    const from = (sourceArn: string, key: string): boolean =>
      isAllowed(permissions, "s3:GetObject", `${BUCKET}/${key}`, {
        caller: { service: "cloudfront.amazonaws.com", sourceArn },
      });
    expect(from(distribution, "img/a")).toBe(true);
    expect(from(distribution, "inputs/a")).toBe(false);
    expect(from(`${distribution}2`, "img/a")).toBe(false);
  });

  test("does not refuse calls without TLS, because every call uses TLS on AWS", () => {
    const permissions = permissionsWith(allow("sqs:SendMessage", QUEUE));
    const condition = { Bool: { "aws:SecureTransport": "false" } };
    const statement = { ...deny("sqs:*", QUEUE, condition), Principal: { AWS: "*" } };
    permissions.putResourcePolicy(QUEUE, compilePolicy({ Statement: [statement] }, "QueuePolicy"));
    expect(isAllowed(permissions, "sqs:SendMessage", QUEUE)).toBe(true);
  });
});

/** The accepted findings of cdk-nag, rule pack AwsSolutions. */
import { BUCKET_PREFIXES } from "../../core/deployment/storage-layout.js";
import type { AcceptedFinding } from "./accepted-finding.js";

type Prefix = keyof typeof BUCKET_PREFIXES;

/** A finding that cdk-nag reports for each prefix of the bucket separately. */
export interface PrefixFinding extends AcceptedFinding {
  readonly prefix: Prefix;
}

/** The findings that cdk-nag reports for single resources, or for the whole stack. */
export const NAG_FINDINGS: readonly AcceptedFinding[] = [
  {
    rule: "AwsSolutions-APIG4",
    on: "the routes of the HTTP API",
    finds: "The routes have no authorizer of API Gateway.",
    answer:
      "The functions check the API key or session of each request themselves. An authorizer would be a second place for the same decision, with its own invocation per request, and it could not return the errors of the contract (401 and 403 with a code and a request ID).",
    enforcedBy: "test/end-to-end/tenancy.test.ts",
  },
  {
    rule: "AwsSolutions-CFR1",
    on: "the distribution",
    finds: "There is no geographic restriction.",
    answer:
      "A picture with a valid signature is public by design, and viewers are everywhere. Add a geographic restriction to the distribution if your policy needs one.",
    enforcedBy: "lib/delivery.ts",
  },
  {
    rule: "AwsSolutions-CFR2",
    on: "the distribution",
    finds: "There is no web ACL.",
    answer:
      "A web ACL costs $5 a month plus its rules, and must be in us-east-1, so it is a setting: `webAclArn`. Without one, the edge function rejects forged URLs before they reach an origin, and each key and workspace has rate limits.",
    enforcedBy: "test/lib/security-review.test.ts",
  },
  {
    rule: "AwsSolutions-CFR3",
    on: "the distribution",
    finds: "CloudFront writes no access logs.",
    answer:
      "The HTTP API and the functions log each request that reaches them. CloudFront's own logs contain signed URLs, which are credentials, so an operator chooses them: setting `accessLogBucket`.",
    enforcedBy: "test/lib/domains.test.ts",
  },
  {
    rule: "AwsSolutions-CFR4",
    on: "the distribution",
    finds: "Viewers may use TLS versions before 1.2.",
    answer:
      "CloudFront fixes the versions for its own domain (`cloudfront.net`). With your domain (settings `domainNames` and `certificateArn`), the minimum is TLS 1.2.",
    enforcedBy: "test/lib/domains.test.ts",
  },
  {
    rule: "AwsSolutions-IAM5[Resource::*]",
    on: "the roles of the api and bootstrap functions",
    finds: "A policy allows actions on all resources.",
    answer:
      "The actions are `cloudwatch:GetMetricData`, `cloudwatch:DescribeAlarms` and `lambda:GetAccountSettings`. They only read, and IAM knows no resource for them that a policy could name.",
    enforcedBy: "test/lib/security-review.test.ts",
  },
  {
    rule: "AwsSolutions-S1",
    on: "the bucket",
    finds: "The bucket has no server access logs.",
    answer:
      "Only CloudFront (by origin access control), the functions, and holders of presigned URLs can reach the bucket. CloudFront and the functions log their requests, and each presigned URL was requested with a key and is logged there. If you must record each access to an object, switch on data events of CloudTrail for the bucket. That needs no change of the stack.",
    enforcedBy: "test/lib/delivery.test.ts",
  },
  {
    rule: "AwsSolutions-SMG4",
    on: "the signing keys, the origin secret and the first API key",
    finds: "The secrets are not rotated on a schedule.",
    answer:
      "A rotated signing key must still verify the URLs that it signed, in e-mails and pages, until a person revokes it. Rotation is therefore a command: `irs signing rotate`. The origin secret changes with a deployment, because CloudFront must send the new one: setting `originSecretRotation`. The first API key serves to create others, and can be revoked then.",
    enforcedBy: "test/end-to-end/signing.test.ts",
  },
];

/** The finding of cdk-nag about the dead-letter queue of the event rules. That queue acknowledges it itself. */
export const RULE_DEAD_LETTERS: AcceptedFinding = {
  rule: "AwsSolutions-SQS3",
  on: "the dead-letter queue of EventBridge's rules",
  finds: "The queue has no dead-letter queue.",
  answer: "It is a dead-letter queue itself. The check knows only those of other queues, and this one serves rules.",
  enforcedBy: "test/lib/event-rules.test.ts",
};

/** Who may access the objects of every workspace, and why, by prefix. */
const OF_PREFIX: Readonly<Record<Prefix, string>> = {
  archives: "A function writes or reads the download of every batch. It gives them only to their owner.",
  inputs: "A function reads or writes the inputs of every job, and nothing else.",
  uploads: "A function reads or checks the uploads of every workspace. It gives them only to their owner.",
  incoming: "A function stores or checks the new files of every workspace. It gives them only to their owner.",
  templates: "A function reads or writes the large documents of every template, and nothing else.",
  thumbnails: "A function stores or reads the thumbnails of every template. It gives them only to their owner.",
  signedPictures: "A function reads or writes the picture of every signed image, and nothing else.",
  site: "The bootstrap function writes the files of the web pages, and nothing else.",
  pictures: "A function reads or writes the picture of every job, and nothing else.",
};

/** One function serves all workspaces, so its policy names a prefix. The code checks the owner. */
export const PREFIX_FINDINGS: readonly PrefixFinding[] = Object.entries(OF_PREFIX).map(([name, answer]) => {
  const prefix = name as Prefix;
  return {
    prefix,
    rule: "AwsSolutions-IAM5",
    on: `objects below \`${BUCKET_PREFIXES[prefix]}\``,
    finds: "A policy allows actions on all objects below the prefix.",
    answer,
    enforcedBy: prefix === "site" ? "test/lib/stack.test.ts" : "test/end-to-end/tenancy.test.ts",
  };
});

/** The accepted findings of checkov. `.checkov.yaml` skips their rules. */
import type { AcceptedFinding } from "./accepted-finding.js";

export const CHECKOV_FINDINGS: readonly AcceptedFinding[] = [
  {
    rule: "CKV_AWS_18",
    on: "the bucket",
    finds: "The bucket has no access logs.",
    answer: "See AwsSolutions-S1.",
    enforcedBy: "test/lib/delivery.test.ts",
  },
  {
    rule: "CKV_AWS_21",
    on: "the bucket",
    finds: "The bucket keeps no earlier versions of objects.",
    answer:
      "Nothing is overwritten that a version would save: a picture, an upload and a document are stored once under their own key, and the first write wins. Versions would keep what was deleted: a deleted workspace, and pictures at the end of their retention. If you need a copy against mistakes of operators, replicate the bucket or use AWS Backup, with a retention of your choice.",
    enforcedBy: "test/stores/buckets.test.ts",
  },
  {
    rule: "CKV_AWS_26",
    on: "the topic of the alarms",
    finds: "The topic is not encrypted with a KMS key.",
    answer:
      "The messages are names and states of alarms, and contain no data of users. CloudWatch cannot publish to a topic that uses the key `alias/aws/sns`, so a topic needs a key of its own, which costs $1 a month. Give an encrypted topic with the setting `alarmTopicArn` if your policy needs one.",
    enforcedBy: "test/lib/alarms.test.ts",
  },
  {
    rule: "CKV_AWS_27",
    on: "all queues",
    finds: "The queues are not encrypted with a KMS key.",
    answer:
      "They are encrypted, with keys of SQS (SSE-SQS), and refuse requests without TLS. The check accepts only KMS keys. Messages contain IDs of jobs and the addresses of webhooks. A KMS key costs $1 a month, and each use of it is billed.",
    enforcedBy: "test/lib/security-review.test.ts",
  },
  {
    rule: "CKV_AWS_68",
    on: "the distribution",
    finds: "There is no web ACL.",
    answer: "See AwsSolutions-CFR2.",
    enforcedBy: "test/lib/security-review.test.ts",
  },
  {
    rule: "CKV_AWS_86",
    on: "the distribution",
    finds: "CloudFront writes no access logs.",
    answer: "See AwsSolutions-CFR3.",
    enforcedBy: "test/lib/domains.test.ts",
  },
  {
    rule: "CKV_AWS_115",
    on: "all functions",
    finds: "The functions reserve no concurrency.",
    answer:
      "AWS refuses a reservation in a new account, which has 10 concurrent executions. The load is limited where it arrives: each queue has a maximum concurrency, and each key and workspace has rate limits. The setting `rendererReservedConcurrency` reserves concurrency for the function that needs it.",
    enforcedBy: "test/lib/concurrency.test.ts",
  },
  {
    rule: "CKV_AWS_116",
    on: "all functions",
    finds: "The functions have no dead-letter queue.",
    answer:
      "Lambda uses it only for asynchronous invocations. Only schedules and one rule invoke functions like that. The next run of a schedule does the work of a failed one, and a batch download that did not start counts as failed after 16 minutes and starts again with the next request. All other work comes from queues, and each queue has a dead-letter queue. Events that a target does not accept go to the dead-letter queue of the rules.",
    enforcedBy: "test/lib/stack.test.ts",
  },
  {
    rule: "CKV_AWS_117",
    on: "all functions",
    finds: "The functions are not in a VPC.",
    answer:
      "A function has no address that others can reach, in a VPC or outside. These functions call only APIs of AWS, images on the public internet, and webhooks. In a VPC they would need a NAT gateway ($33 a month and zone) for the same targets, and would come closer to private addresses. One guarded fetcher refuses every address that is not public.",
    enforcedBy: "packages/guarded-fetch/test/guarded-fetcher.test.ts",
  },
  {
    rule: "CKV_AWS_149",
    on: "all secrets",
    finds: "The secrets are not encrypted with a KMS key of the account.",
    answer:
      "Secrets Manager encrypts them with the key `aws/secretsmanager` of the account, which only callers with permission to read the secret can use. Each function that needs a secret may read this one secret. A key of our own costs $1 a month, and its policy would name the same roles again.",
    enforcedBy: "test/lib/stack.test.ts",
  },
  {
    rule: "CKV_AWS_158",
    on: "all log groups",
    finds: "The log groups are not encrypted with a KMS key.",
    answer:
      "CloudWatch encrypts all logs with its own keys. Log lines contain IDs and the addresses of viewers, and never keys, signatures or the contents of requests. A KMS key costs $1 a month, and each use of it is billed.",
    enforcedBy: "test/lambdas/shared/request-log.test.ts",
  },
  {
    rule: "CKV_AWS_165",
    on: "the table of limits",
    finds: "The table cannot be restored to a point in time.",
    answer:
      "It contains token buckets and counters of a day, which expire. A lost bucket counts as full. Nothing of a customer is in it. All other tables can be restored to any second of the last 35 days.",
    enforcedBy: "test/lib/security-review.test.ts",
  },
  {
    rule: "CKV_AWS_173",
    on: "all functions",
    finds: "The variables of the functions are not encrypted with a KMS key.",
    answer:
      "Lambda encrypts them with its own key. They contain names, addresses and settings. A secret is named by its ARN, and read when the function starts.",
    enforcedBy: "test/lib/security-review.test.ts",
  },
  {
    rule: "CKV_AWS_174",
    on: "the distribution",
    finds: "Viewers may use TLS versions before 1.2.",
    answer: "See AwsSolutions-CFR4.",
    enforcedBy: "test/lib/domains.test.ts",
  },
  {
    rule: "CKV_AWS_258",
    on: "the function URLs of stream, preview and render-now",
    finds: "The function URLs have no authentication by IAM.",
    answer:
      "CloudFront's origin access control replaces the header `Authorization`, which contains the API key, and demands a hash of the body from each client that posts. These three URLs therefore check a secret header that only CloudFront sends, in constant time, before anything else. The function URL of signed images, which needs neither key nor body, has authentication by IAM.",
    enforcedBy: "test/lib/security-review.test.ts",
  },
];

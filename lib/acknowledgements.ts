/** Accepted findings of the security rules (cdk-nag), each with its reason. */
import { type Stack, Validations } from "aws-cdk-lib";
import { BUCKET_PREFIXES } from "../core/contract/storage-layout.js";
import type { Storage } from "./storage.js";

/** The reasons why a function may access the objects of every workspace, by the name of their prefix. */
const OBJECT_REASONS: Readonly<Record<keyof typeof BUCKET_PREFIXES, string>> = {
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

const REASONS: Readonly<Record<string, string>> = {
  APIG4: "The function checks API keys. A route must return the contract's own error without a key.",
  CFR1: "Pictures are public. Add a geographic restriction to the distribution if you need one.",
  CFR2: "A web ACL is a setting (webAclArn), because it costs money and must be in us-east-1.",
  CFR3: "The HTTP API and the functions log each request. The setting accessLogBucket adds CloudFront's logs.",
  CFR4: "A minimum TLS version needs a certificate (certificateArn). CloudFront's own domain cannot have one.",
  "IAM5[Resource::*]":
    "lambda:GetAccountSettings, cloudwatch:GetMetricData and cloudwatch:DescribeAlarms only read, and have no resource that a policy could name.",
  S1: "CloudFront and the functions log who reads a picture. Nobody else can reach the bucket.",
  SMG4: "A rotated signing key must still verify old URLs. Rotation is therefore a command, not a schedule.",
};

export function acknowledgeFindings(stack: Stack, storage: Storage): void {
  const bucketId = stack.getLogicalId(storage.bucket.node.defaultChild as never);
  const objectReasons = Object.entries(BUCKET_PREFIXES).map(
    ([name, prefix]) =>
      [`IAM5[Resource::<${bucketId}.Arn>/${prefix}*]`, OBJECT_REASONS[name as keyof typeof BUCKET_PREFIXES]] as const,
  );
  for (const [rule, reason] of [...Object.entries(REASONS), ...objectReasons]) {
    Validations.of(stack).acknowledge({ id: `AwsSolutions::AwsSolutions-${rule}`, reason });
  }
}

/** Findings of the security rules that are meant to be so, each with its reason. */
import { type Stack, Validations } from "aws-cdk-lib";
import type { Storage } from "./storage.js";

export function acknowledgeFindings(stack: Stack, storage: Storage): void {
  const bucketId = stack.getLogicalId(storage.bucket.node.defaultChild as never);
  const prefix = (name: string) => `IAM5[Resource::<${bucketId}.Arn>/${name}/*]`;
  const findings: Record<string, string> = {
    APIG4: "API keys are checked by the function; a route must answer the contract's own error without one.",
    CFR1: "Pictures are for everybody; who needs a geographic restriction adds it to the distribution.",
    CFR2: "A web ACL is a setting (webAclArn), since it costs money and lives in us-east-1.",
    CFR3: "The HTTP API and the functions log each request; CloudFront's own logs are the operator's choice.",
    CFR4: "The minimum TLS version takes a certificate of one's own; CloudFront's default name can't set it.",
    S1: "Who reads a picture is logged by CloudFront and the functions; the bucket is reached by nobody else.",
    SMG4: "A rotated signing key must keep verifying old URLs, so rotation is a command, not a schedule.",
    [prefix("inputs")]: "A function reads or writes the inputs of every job, and nothing else.",
    [prefix("uploads")]: "A function reads or checks the uploads of every workspace, for their owner alone.",
    [prefix("templates")]: "A function reads or writes the large documents of every template, and nothing else.",
    [prefix("img")]: "A function reads or writes the picture of every signed image, and nothing else.",
    [prefix("renders")]: "A function reads or writes the picture of every job, and nothing else.",
  };
  for (const [rule, reason] of Object.entries(findings)) {
    Validations.of(stack).acknowledge({ id: `AwsSolutions::AwsSolutions-${rule}`, reason });
  }
}

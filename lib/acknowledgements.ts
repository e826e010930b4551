/** Acknowledges the accepted findings of the security rules (cdk-nag), each with its reason. */
import { type Stack, Validations } from "aws-cdk-lib";
import { BUCKET_PREFIXES } from "../core/deployment/storage-layout.js";
import { NAG_FINDINGS, PREFIX_FINDINGS } from "./security/nag-findings.js";
import type { Storage } from "./storage.js";

export function acknowledgeFindings(stack: Stack, storage: Storage): void {
  const bucketId = stack.getLogicalId(storage.bucket.node.defaultChild as never);
  const ofPrefixes = PREFIX_FINDINGS.map(({ rule, prefix, answer }) => ({
    rule: `${rule}[Resource::<${bucketId}.Arn>/${BUCKET_PREFIXES[prefix]}*]`,
    answer,
  }));
  for (const { rule, answer } of [...NAG_FINDINGS, ...ofPrefixes]) {
    Validations.of(stack).acknowledge({ id: `AwsSolutions::${rule}`, reason: answer });
  }
}

/** The rule of the CloudFormation template that rejects regions in which the stack cannot work. */
import { Aws, CfnRule, Fn } from "aws-cdk-lib";
import type { Construct } from "constructs";

/** The regions without Lambda function URLs (Lambda developer guide, "Lambda function URLs", read in November 2026). */
export const REGIONS_WITHOUT_FUNCTION_URLS = [
  "ap-east-2",
  "ap-south-2",
  "ap-southeast-4",
  "ap-southeast-5",
  "ap-southeast-6",
  "ap-southeast-7",
  "ca-west-1",
  "eu-central-2",
  "eu-south-2",
  "il-central-1",
  "me-central-1",
];

/**
 * Adds the rule. CloudFormation checks it before it creates anything. A synthesis cannot check it, because the template
 * has no region. Without the rule, the deployment fails after some minutes at the first function URL, with a message
 * about an unknown resource type.
 */
export function refuseRegionsWithoutFunctionUrls(scope: Construct): void {
  new CfnRule(scope, "RegionHasFunctionUrls", {
    assertions: [
      {
        assert: Fn.conditionNot(Fn.conditionContains(REGIONS_WITHOUT_FUNCTION_URLS, Aws.REGION)),
        assertDescription:
          "Lambda has no function URLs in this region, and the service needs them. Deploy into another region, " +
          "for example eu-central-1: docs/deploy.md#regions",
      },
    ],
  });
}

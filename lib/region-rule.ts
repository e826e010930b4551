/** The rule of the CloudFormation template that rejects regions in which the stack cannot work. */
import { Aws, CfnRule, Fn } from "aws-cdk-lib";
import type { Construct } from "constructs";
import { REGIONS_WITHOUT_FUNCTION_URLS } from "../core/deployment/regions.js";

/**
 * Adds the rule. CloudFormation checks it before it creates anything. A synthesis cannot check it, because the template
 * has no region. Without the rule, the deployment fails after some minutes at the first function URL, with a message
 * about an unknown resource type.
 */
export function refuseRegionsWithoutFunctionUrls(scope: Construct): void {
  new CfnRule(scope, "RegionHasFunctionUrls", {
    assertions: [
      {
        assert: Fn.conditionNot(Fn.conditionContains([...REGIONS_WITHOUT_FUNCTION_URLS], Aws.REGION)),
        assertDescription:
          "Lambda has no function URLs in this region, and the service needs them. Deploy into another region, " +
          "for example eu-central-1: docs/deploy.md#regions",
      },
    ],
  });
}

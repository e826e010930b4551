import { expect, test } from "@jest/globals";
import { DEPLOYMENT_ACTIONS, deploymentRequests } from "../../aws/doctor/deployment-actions.js";
import { synthesize } from "../lib/synthesize.js";

const place = { partition: "aws", region: "eu-central-1", accountId: "111122223333", stackName: "ImageRender-prod" };

test("irs doctor simulates the permissions for exactly the types of resources that the stack can have", async () => {
  const { Resources } = await synthesize({ dashboard: true });
  const types = [...new Set(Object.values(Resources).map(({ Type }) => Type))].sort();
  expect(Object.keys(DEPLOYMENT_ACTIONS).sort()).toEqual(types);
});

test("the actions on one resource are simulated together, each once, on a name in CloudFormation's form", () => {
  const requests = deploymentRequests(place);
  expect(new Set(requests.map(({ resource }) => resource)).size).toBe(requests.length);
  expect(requests).toContainEqual({
    resource: "arn:aws:iam::111122223333:role/ImageRender-prod-doctor",
    actions: ["iam:PutRolePolicy", "iam:CreateRole", "iam:DeleteRole", "iam:PassRole"],
  });
  expect(requests).toContainEqual({
    resource: "arn:aws:s3:::imagerender-prod-doctor",
    actions: ["s3:CreateBucket", "s3:PutLifecycleConfiguration", "s3:PutBucketNotification", "s3:PutBucketPolicy"],
  });
  for (const { actions } of requests) expect(new Set(actions).size).toBe(actions.length);
});

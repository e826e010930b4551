import { expect, test } from "@jest/globals";
import { resourcesOf, synthesize } from "./synthesize.js";

/**
 * The logical IDs of everything that holds data or that CloudFormation cannot replace in an update. CloudFormation deletes
 * a resource whose ID disappears, and its data with it. Add to this list, and never change an entry.
 */
const STABLE_IDS: Readonly<Record<string, readonly string[]>> = {
  "AWS::DynamoDB::GlobalTable": [
    "StorageApiKeys7B037C32",
    "StorageBatchesFF4B5F1F",
    "StorageClaimsECE6D651",
    "StorageJobs4C7573CB",
    "StorageLimits4233148F",
    "StorageTemplates7A5B3A7C",
    "StorageWorkspacesEA25CA2E",
  ],
  "AWS::S3::Bucket": ["StorageBucket5CB7C8EA"],
  "AWS::SecretsManager::Secret": [
    "AccessOriginSecret09FAC01F",
    "AccessSigningKeys4E15A409",
    "BootstrapFirstKey6EAC1CB9",
  ],
  "AWS::CloudFront::KeyValueStore": ["AccessEdgeKeys8AD86005"],
  "AWS::SQS::Queue": [
    "RenderingBulkQueueBC2A7F32",
    "RenderingHeavyQueue8379C5C8",
    "RenderingInteractiveQueue9AE4C879",
    "RenderingRenderDeadLetters034728D8",
    "RenderingStandardQueueBE52D685",
  ],
  "AWS::Events::EventBus": ["RenderingBusA74D9A84"],
  "AWS::CloudFront::Distribution": ["DeliveryDistribution45EACD51"],
  "AWS::ApiGatewayV2::Api": ["RestApiHttpApiED570F3D"],
  "AWS::Lambda::Function": [
    "BootstrapFunctionD62F3ADB",
    "RenderingDeadLetter68A0C19C",
    "RenderingRenderer94A4DE46",
    "RenderingSweeperD7D3208F",
    "RestApi135E9C73",
    "RestApiEdgeKeeperFunction2078AD4E",
    "RestApiPreviewFunction97D7EEFC",
    "RestApiStreamAD4F233F",
    "SignedImagesFunctionE4D1F994",
  ],
  // Its function is fixed too: CloudFormation refuses to change the service token of a custom resource.
  "Custom::Bootstrap": ["BootstrapCA1FBB1E"],
  "Custom::BucketContents": ["BootstrapBucketContents91842299"],
};

const template = await synthesize();

test.each(Object.entries(STABLE_IDS))("a deployment keeps every resource of the type %s", (type, ids) => {
  const actual = resourcesOf(template, type).map(([id]) => id);
  expect(actual).toEqual(expect.arrayContaining([...ids]));
});

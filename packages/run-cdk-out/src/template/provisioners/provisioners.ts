/** The resource types that are emulated. All other supported types have only an identity. */
import type { Provisioner } from "../platform.js";
import { provisionEventInvokeConfig, provisionFunction, provisionFunctionUrl, provisionLayer } from "./functions.js";
import {
  provisionBucketPolicy,
  provisionLambdaPermission,
  provisionPolicy,
  provisionQueuePolicy,
  provisionRole,
} from "./permissions.js";
import { provisionQueue } from "./queues.js";
import { provisionBucket, provisionEventBus, provisionKeyValueStore, provisionSecret } from "./storage.js";
import { provisionTable } from "./tables.js";

export const PROVISIONERS: Readonly<Record<string, Provisioner>> = {
  "AWS::DynamoDB::Table": provisionTable,
  "AWS::DynamoDB::GlobalTable": provisionTable,
  "AWS::SQS::Queue": provisionQueue,
  "AWS::S3::Bucket": provisionBucket,
  "AWS::SecretsManager::Secret": provisionSecret,
  "AWS::CloudFront::KeyValueStore": provisionKeyValueStore,
  "AWS::Events::EventBus": provisionEventBus,
  "AWS::Lambda::Function": provisionFunction,
  "AWS::Lambda::LayerVersion": provisionLayer,
  "AWS::Lambda::Url": provisionFunctionUrl,
  "AWS::Lambda::EventInvokeConfig": provisionEventInvokeConfig,
  "AWS::Lambda::Permission": provisionLambdaPermission,
  "AWS::IAM::Role": provisionRole,
  "AWS::IAM::Policy": provisionPolicy,
  "AWS::IAM::ManagedPolicy": provisionPolicy,
  "AWS::S3::BucketPolicy": provisionBucketPolicy,
  "AWS::SQS::QueuePolicy": provisionQueuePolicy,
};

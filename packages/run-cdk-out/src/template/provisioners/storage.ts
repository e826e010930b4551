/** AWS::S3::Bucket, AWS::SecretsManager::Secret, AWS::CloudFront::KeyValueStore, AWS::Events::EventBus. */
import * as z from "zod";
import { corsRuleSchema } from "../../services/s3/cors.js";
import { lifecycleSchema } from "../../services/s3/lifecycle.js";
import type { Provisioner } from "../platform.js";
import { flag, ignored, readProperties } from "../properties.js";
import { arnOf } from "../resource.js";
import { generateSecretString, generateSecretStringSchema } from "./generate-secret-string.js";

const bucketSchema = z.strictObject({
  BucketName: z.string().optional(),
  NotificationConfiguration: z
    .strictObject({
      EventBridgeConfiguration: z.object({ EventBridgeEnabled: flag.default(true) }).optional(),
    })
    .optional(),
  // The rules run when the inspection port advances the time.
  LifecycleConfiguration: lifecycleSchema.optional(),
  ...ignored("IntelligentTieringConfigurations", "VersioningConfiguration"),
  ...ignored("BucketEncryption", "PublicAccessBlockConfiguration", "OwnershipControls", "AccessControl"),
  CorsConfiguration: z.strictObject({ CorsRules: z.array(corsRuleSchema) }).optional(),
  ...ignored("LoggingConfiguration", "MetricsConfigurations", "Tags"),
});

/** Creates the bucket with its CORS and lifecycle rules, and stores whether it sends its events to the default bus. */
export const provisionBucket: Provisioner = async (resource, identity, { buckets, bucketsWithEvents }) => {
  const {
    NotificationConfiguration: notifications,
    CorsConfiguration: cors,
    LifecycleConfiguration: lifecycle,
  } = readProperties(resource, bucketSchema);
  await buckets.ensureBucket(identity.physicalId, { cors: cors?.CorsRules, lifecycle });
  if (notifications?.EventBridgeConfiguration?.EventBridgeEnabled) bucketsWithEvents.add(identity.physicalId);
  return identity;
};

const secretSchema = z.strictObject({
  Name: z.string().optional(),
  SecretString: z.string().optional(),
  GenerateSecretString: generateSecretStringSchema.optional(),
  ...ignored("Description", "KmsKeyId", "ReplicaRegions", "Tags", "Type"),
});

/** Creates the secret with its first value. A secret of an earlier run keeps its value. */
export const provisionSecret: Provisioner = async (resource, identity, { secrets }) => {
  const { Name, SecretString: given, GenerateSecretString: settings } = readProperties(resource, secretSchema);
  const secretArn = identity.physicalId;
  await secrets.ensureSecret({
    arn: secretArn,
    // The ARN ends in the name, a hyphen and six characters.
    name: Name ?? secretArn.split(":").slice(6).join(":").slice(0, -7),
    initialValue: () => given ?? (settings ? generateSecretString(settings) : ""),
  });
  return identity;
};

const keyValueStoreSchema = z.strictObject({ Name: z.string(), ...ignored("Comment", "Tags") });

export const provisionKeyValueStore: Provisioner = async (resource, identity, { keyValueStores }) => {
  readProperties(resource, keyValueStoreSchema);
  await keyValueStores.ensureStore(arnOf(identity));
  return identity;
};

export const provisionEventBus: Provisioner = async (_, identity, { buses }) => {
  await buses.ensureBus(identity.physicalId);
  return identity;
};

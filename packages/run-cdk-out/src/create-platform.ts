/** Creates the environment of provisioners from the parts of a running runner. */
import { join } from "node:path";
import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import type { SQSClient } from "@aws-sdk/client-sqs";
import { functionEnvironment, type LocalServices } from "./local-services.js";
import type { Permissions } from "./permissions/permissions.js";
import type { RunSettings } from "./program/run-settings.js";
import type { EventBusService } from "./services/event-bus.js";
import { nameFromUrl, queueArn } from "./services/sqs/queue-registry.js";
import type { FunctionRegistry } from "./template/function-registry.js";
import type { Platform } from "./template/platform.js";

export interface PlatformParts {
  readonly clients: { readonly dynamoDb: DynamoDBClient; readonly sqs: SQSClient };
  readonly services: LocalServices;
  readonly bus: EventBusService;
  readonly functions: FunctionRegistry;
  readonly permissions: Permissions;
  readonly bucketsWithEvents: Set<string>;
  readonly settings: Pick<RunSettings, "fresh" | "stateDir">;
  readonly assetFolder: Platform["assetFolder"];
}

export function createPlatform(parts: PlatformParts): Platform {
  const { clients, services, bus, functions, permissions, bucketsWithEvents, settings, assetFolder } = parts;
  return {
    ...clients,
    ...{ functions, permissions, bucketsWithEvents, assetFolder },
    fresh: settings.fresh,
    buckets: services.s3,
    buses: bus,
    secrets: services.secrets,
    keyValueStores: services.keyValueStores,
    managedPolicies: new Map(),
    queueArn: (url) => queueArn(nameFromUrl(url)),
    layers: new Map(),
    functionEnvironment: functionEnvironment(services, bus),
    inlineCodeDir: join(settings.stateDir, "inline-code"),
  };
}

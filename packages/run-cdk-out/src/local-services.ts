/** Starts the services that store data, and makes the variables that point functions to them. */
import type { Closing } from "./closing.js";
import { LOCAL_CREDENTIALS } from "./credentials.js";
import { type CloudFrontOptions, startCloudFront } from "./services/cloudfront.js";
import { startDynamoDb } from "./services/dynamodb.js";
import { type KeyValueService, startKeyValueStore } from "./services/key-value-store.js";
import { type S3Service, startS3 } from "./services/s3.js";
import { type SecretsService, startSecretsManager } from "./services/secrets-manager.js";
import type { BusEntry, Service } from "./services/service.js";
import { startSqs } from "./services/sqs.js";
import { rememberedPort, rememberPorts } from "./state/free-port.js";
import { statePaths } from "./state/state-paths.js";

export interface LocalServices {
  readonly dynamoDb: Service;
  readonly sqs: Service;
  readonly s3: S3Service;
  readonly secrets: SecretsService;
  readonly keyValueStores: KeyValueService;
  readonly cloudFront: Service;
}

export interface LocalServicesOptions {
  readonly stateDir: string;
  readonly onS3Event: (event: BusEntry) => void;
  readonly onInvalidation: CloudFrontOptions["onInvalidation"];
  /** Receives each line that the process of a service writes. */
  readonly onLine: (line: string) => void;
}

/** Starts all services at the same time. Each is added to `closing` as soon as it runs, even if another one fails. */
export async function startLocalServices(options: LocalServicesOptions, closing: Closing): Promise<LocalServices> {
  const { stateDir, onS3Event, onInvalidation, onLine } = options;
  const paths = statePaths(stateDir);
  const opened = async <T extends Service>(service: Promise<T>): Promise<T> => closing.add(await service);
  // Queue URLs and presigned URLs contain the port, and must stay valid after a restart.
  const [sqsPort, s3Port] = await Promise.all([rememberedPort(stateDir, "sqs"), rememberedPort(stateDir, "s3")]);
  const starting = [
    opened(startDynamoDb({ dataDir: paths.dynamoDb, onLine })),
    opened(startSqs({ dataDir: paths.sqs, port: sqsPort, returnInFlight: true })),
    opened(startS3({ dataDir: paths.s3, port: s3Port, credentials: LOCAL_CREDENTIALS, onEvent: onS3Event })),
    opened(startSecretsManager({ dataDir: paths.secrets })),
    opened(startKeyValueStore({ dataDir: paths.keyValueStores })),
    opened(startCloudFront({ onInvalidation })),
  ] as const;
  // Wait for all of them: a service that is still starting cannot be closed yet.
  await Promise.allSettled(starting);
  const [dynamoDb, sqs, s3, secrets, keyValueStores, cloudFront] = await Promise.all(starting);
  rememberPorts(stateDir, { sqs: sqs.endpoint, s3: s3.endpoint });
  return { dynamoDb, sqs, s3, secrets, keyValueStores, cloudFront };
}

/** Points the AWS SDK of functions to the services on this machine. Nothing else about a function is local. */
export function functionEnvironment(services: LocalServices, eventBus: Service): Record<string, string> {
  return {
    AWS_ACCESS_KEY_ID: LOCAL_CREDENTIALS.accessKeyId,
    AWS_SECRET_ACCESS_KEY: LOCAL_CREDENTIALS.secretAccessKey,
    AWS_ENDPOINT_URL_DYNAMODB: services.dynamoDb.endpoint,
    AWS_ENDPOINT_URL_SQS: services.sqs.endpoint,
    AWS_ENDPOINT_URL_S3: services.s3.endpoint,
    AWS_ENDPOINT_URL_EVENTBRIDGE: eventBus.endpoint,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: services.secrets.endpoint,
    AWS_ENDPOINT_URL_CLOUDFRONT: services.cloudFront.endpoint,
    AWS_ENDPOINT_URL_CLOUDFRONT_KEYVALUESTORE: services.keyValueStores.endpoint,
    // The SDK of the key-value store puts the account ID before the host. This resolves such names to this machine.
    NODE_OPTIONS: `--import ${new URL("./processes/resolve-localhost.mjs", import.meta.url).href}`,
  };
}

/** Starts the services that hold state, side by side, and tells functions where they are. */
import { type Closing } from "./closing.js";
import { LOCAL_CREDENTIALS } from "./credentials.js";
import { type CloudFrontOptions, startCloudFront } from "./services/cloudfront.js";
import { startDynamoDb } from "./services/dynamodb.js";
import { type KeyValueService, startKeyValueStore } from "./services/key-value-store.js";
import { type S3Service, startS3 } from "./services/s3.js";
import { type SecretsService, startSecretsManager } from "./services/secrets-manager.js";
import { type BusEntry, type Service } from "./services/service.js";
import { startSqs } from "./services/sqs.js";
import { rememberedPort, rememberPorts } from "./state/free-port.js";
import { statePaths } from "./state/state-paths.js";

/** The running services. */
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
  /** A line that a service process writes: its own troubles. */
  readonly onLine: (line: string) => void;
}

/** Starts all services. Each that stands is given to `closing` at once, so that none is left if another fails. */
export async function startLocalServices(options: LocalServicesOptions, closing: Closing): Promise<LocalServices> {
  const { stateDir, onS3Event, onInvalidation, onLine } = options;
  const paths = statePaths(stateDir);
  const opened = async <T extends Service>(service: Promise<T>): Promise<T> => closing.add(await service);
  // Queue URLs and presigned URLs hold the port: both must outlive a restart.
  const [sqsPort, s3Port] = await Promise.all([rememberedPort(stateDir, "sqs"), rememberedPort(stateDir, "s3")]);
  const starting = [
    opened(startDynamoDb({ dataDir: paths.dynamoDb, onLine })),
    opened(startSqs({ dataDir: paths.sqs, port: sqsPort, returnInFlight: true })),
    opened(startS3({ dataDir: paths.s3, port: s3Port, credentials: LOCAL_CREDENTIALS, onEvent: onS3Event })),
    opened(startSecretsManager({ dataDir: paths.secrets })),
    opened(startKeyValueStore({ dataDir: paths.keyValueStores })),
    opened(startCloudFront({ onInvalidation })),
  ] as const;
  // Only when none is starting any more is it known what there is to close.
  await Promise.allSettled(starting);
  const [dynamoDb, sqs, s3, secrets, keyValueStores, cloudFront] = await Promise.all(starting);
  rememberPorts(stateDir, { sqs: sqs.endpoint, s3: s3.endpoint });
  return { dynamoDb, sqs, s3, secrets, keyValueStores, cloudFront };
}

/** What points a function's AWS SDK at the services of this machine; nothing else about a function is local. */
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
    // That SDK puts the account id before the host; this makes every such name mean this machine.
    NODE_OPTIONS: `--import ${new URL("./processes/resolve-localhost.mjs", import.meta.url).href}`,
  };
}

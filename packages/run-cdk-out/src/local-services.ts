/** Starts the services that store data, and makes the variables that point functions to them. */
import type { Closing } from "./closing.js";
import { LOCAL_CREDENTIALS } from "./credentials.js";
import { type CloudFrontOptions, startCloudFront } from "./services/cloudfront.js";
import type { Clock } from "./clock/clock.js";
import type { FaultPlan } from "./faults/fault-plan.js";
import { startCloudWatch } from "./metrics/cloudwatch.js";
import type { StackMetrics } from "./metrics/stack-metrics.js";
import type { Meter } from "./metering/meter.js";
import { ALLOW_ALL, type Authorizer } from "./permissions/aws-call.js";
import { startDynamoDb } from "./services/dynamodb.js";
import { startDynamoDbGuard } from "./services/dynamodb-guard.js";
import { type KeyValueService, startKeyValueStore } from "./services/key-value-store.js";
import { startLambdaApi } from "./services/lambda.js";
import { type S3Service, startS3 } from "./services/s3.js";
import { type SecretsService, startSecretsManager } from "./services/secrets-manager.js";
import type { BusEntry, Service } from "./services/service.js";
import { type SqsService, startSqs } from "./services/sqs.js";
import { rememberedPort, rememberPorts } from "./state/remembered-ports.js";
import { statePaths } from "./state/state-paths.js";

export interface LocalServices {
  readonly dynamoDb: Service;
  /** The endpoint of DynamoDB for functions: that of the guard, which checks permissions and makes calls fail. */
  readonly dynamoDbEndpoint: string;
  /** Returns the number of writes by functions that were refused because a transaction was writing the same item. */
  readonly conflicts: () => number;
  readonly sqs: SqsService;
  readonly s3: S3Service;
  readonly secrets: SecretsService;
  readonly keyValueStores: KeyValueService;
  readonly cloudFront: Service;
  readonly lambda: Service;
  readonly cloudWatch: Service;
}

export interface LocalServicesOptions {
  readonly stateDir: string;
  /** Refuses calls without permission; undefined if every call is allowed. */
  readonly authorizer: Authorizer | undefined;
  /** Returns the ARN of the stack's distribution, as soon as it exists. */
  readonly distributionArn: () => string | undefined;
  readonly accountConcurrency: number | undefined;
  readonly transactionMs: number;
  readonly clock: Clock;
  /** Puts planned faults into the calls of functions. */
  readonly faults: FaultPlan;
  readonly metrics: StackMetrics;
  readonly meter: Meter;
  readonly onS3Event: (event: BusEntry) => void;
  readonly onInvalidation: CloudFrontOptions["onInvalidation"];
  /** Receives each line that the process of a service writes. */
  readonly onLine: (line: string) => void;
}

/** Starts all services at the same time. Adds each to `closing` as soon as it runs, even if another one fails. */
export async function startLocalServices(options: LocalServicesOptions, closing: Closing): Promise<LocalServices> {
  const { stateDir, accountConcurrency, transactionMs, onInvalidation, onLine, clock, faults, meter, metrics } =
    options;
  const authorizer = options.authorizer ?? ALLOW_ALL;
  const paths = statePaths(stateDir);
  const opened = async <T extends Service>(service: Promise<T>): Promise<T> => closing.add(await service);
  // Queue URLs and presigned URLs contain the port, and must stay valid after a restart.
  const [sqsPort, s3Port] = await Promise.all([rememberedPort(stateDir, "sqs"), rememberedPort(stateDir, "s3")]);
  const starting = [
    opened(startDynamoDb({ dataDir: paths.dynamoDb, onLine })),
    opened(startSqs({ dataDir: paths.sqs, port: sqsPort, returnInFlight: true, authorizer, clock, faults })),
    opened(startS3({ dataDir: paths.s3, port: s3Port, ...s3OptionsOf(options) })),
    opened(startSecretsManager({ dataDir: paths.secrets, authorizer, faults })),
    opened(startKeyValueStore({ dataDir: paths.keyValueStores, authorizer, faults })),
    opened(startCloudFront({ onInvalidation, authorizer, faults })),
    opened(startLambdaApi(accountConcurrency, authorizer, faults)),
    opened(startCloudWatch({ metrics, authorizer, faults })),
  ] as const;
  // Wait for all of them: a service that is still starting cannot be closed yet.
  await Promise.allSettled(starting);
  const [dynamoDb, sqs, s3, secrets, keyValueStores, cloudFront, lambda, cloudWatch] = await Promise.all(starting);
  rememberPorts(stateDir, { sqs: sqs.endpoint, s3: s3.endpoint });
  const guard = await opened(startDynamoDbGuard(dynamoDb.endpoint, authorizer, { transactionMs, faults, meter }));
  return {
    ...{ dynamoDb, sqs, s3, secrets, keyValueStores, cloudFront, lambda, cloudWatch },
    dynamoDbEndpoint: guard.endpoint,
    conflicts: guard.conflicts,
  };
}

function s3OptionsOf({ authorizer, distributionArn, onS3Event, clock, faults }: LocalServicesOptions) {
  const common = { credentials: LOCAL_CREDENTIALS, onEvent: onS3Event, clock, faults };
  return authorizer === undefined ? common : { ...common, authorizer, distributionArn };
}

/**
 * Returns the variables that point the AWS SDK of functions to local services. Nothing else about a function is local.
 */
export function functionEnvironment(services: LocalServices, eventBus: Service): Record<string, string> {
  return {
    AWS_ACCESS_KEY_ID: LOCAL_CREDENTIALS.accessKeyId,
    AWS_SECRET_ACCESS_KEY: LOCAL_CREDENTIALS.secretAccessKey,
    AWS_ENDPOINT_URL_DYNAMODB: services.dynamoDbEndpoint,
    AWS_ENDPOINT_URL_SQS: services.sqs.endpoint,
    AWS_ENDPOINT_URL_S3: services.s3.endpoint,
    AWS_ENDPOINT_URL_EVENTBRIDGE: eventBus.endpoint,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: services.secrets.endpoint,
    AWS_ENDPOINT_URL_LAMBDA: services.lambda.endpoint,
    AWS_ENDPOINT_URL_CLOUDWATCH: services.cloudWatch.endpoint,
    AWS_ENDPOINT_URL_CLOUDFRONT: services.cloudFront.endpoint,
    AWS_ENDPOINT_URL_CLOUDFRONT_KEYVALUESTORE: services.keyValueStores.endpoint,
    // The SDK of the key-value store puts the account ID before the host. The preload resolves such names to this
    // machine.
    NODE_OPTIONS: `--import ${new URL("./processes/resolve-localhost.mjs", import.meta.url).href}`,
  };
}

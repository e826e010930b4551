/** The one way a function is made: runtime, bundling, logs, alarm, and an environment that is exactly what it parses. */
import { fileURLToPath } from "node:url";
import { Duration, RemovalPolicy } from "aws-cdk-lib";
import { Alarm, ComparisonOperator, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import { Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import {
  Architecture,
  type AssetCode,
  CfnFunction,
  Function as LambdaFunction,
  type ILayerVersion,
  Runtime,
} from "aws-cdk-lib/aws-lambda";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import type * as z from "zod";
import { bundleCode } from "./bundle-code.js";
import { assetMadeAnew } from "./made-asset.js";
import type { Settings } from "./settings.js";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

export interface ServiceFunctionProps<S extends z.ZodObject> {
  readonly settings: Settings;
  /** Names the folder under lambdas/, the log lines and the alarm's section of the runbook. */
  readonly name: string;
  readonly description: string;
  /** The schema in the function's env.ts. */
  readonly environmentSchema: S;
  /** A value for each variable of the schema, no more and no fewer. `LOG_LEVEL` comes from the settings. */
  readonly environment: Readonly<Record<Exclude<keyof z.input<S>, "LOG_LEVEL">, string>>;
  /** @default 256 */
  readonly memoryMb?: number;
  /** @default 29 seconds, just under the HTTP API's own limit */
  readonly timeoutSeconds?: number;
  /** @default none */
  readonly layers?: readonly ILayerVersion[];
}

export class ServiceFunction<S extends z.ZodObject = z.ZodObject> extends LambdaFunction {
  /** Fires when invocations fail. */
  readonly errorAlarm: Alarm;

  constructor(scope: Construct, id: string, props: ServiceFunctionProps<S>) {
    const environment = { LOG_LEVEL: props.settings.logLevel, ...props.environment };
    checkEnvironment(props.name, props.environmentSchema, environment);
    const logGroup = new LogGroup(scope, `${id}Logs`, {
      retention: props.settings.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    // AWS's managed policy for functions would let it write to every log group of the account.
    const role = new Role(scope, `${id}Role`, { assumedBy: new ServicePrincipal("lambda.amazonaws.com") });
    logGroup.grantWrite(role);
    super(scope, id, {
      role,
      logGroup,
      description: props.description,
      code: bundle(`${ROOT}lambdas/${props.name}`),
      handler: "index.handler",
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: props.memoryMb ?? 256,
      timeout: Duration.seconds(props.timeoutSeconds ?? 29),
      environment,
      layers: [...(props.layers ?? [])],
    });
    // The local runner calls the function by the name of its folder.
    if (this.node.defaultChild instanceof CfnFunction) {
      this.node.defaultChild.addMetadata("run-cdk-out:name", props.name);
    }
    this.errorAlarm = new Alarm(this, "Errors", {
      metric: this.metricErrors({ period: Duration.minutes(5) }),
      threshold: 1,
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      alarmDescription: `Invocations of the ${props.name} function fail. Runbook: docs/runbook.md#${props.name}-errors`,
    });
  }
}

/** Bundles a function's folder from its handler.ts. */
function bundle(folder: string): AssetCode {
  return assetMadeAnew(folder, (outputDir) => {
    bundleCode({ code: 'export { handler } from "./handler.js";', folder, outfile: `${outputDir}/index.mjs` });
  });
}

function checkEnvironment(name: string, schema: z.ZodObject, environment: Record<string, string>): void {
  const [wanted, given] = [Object.keys(schema.shape), Object.keys(environment)];
  const missing = wanted.filter((variable) => !given.includes(variable));
  const unused = given.filter((variable) => !wanted.includes(variable));
  if (missing.length + unused.length === 0) return;
  throw new Error(
    `The environment of ${name} differs from its env.ts: missing [${missing.join()}], unused [${unused.join()}].`,
  );
}

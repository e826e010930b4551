/** The functions that answer HTTP: the REST API behind an HTTP API, and what streams behind a function URL. */
import { RemovalPolicy } from "aws-cdk-lib";
import {
  HttpApi,
  HttpMethod,
  HttpNoneAuthorizer,
  HttpRoute,
  HttpRouteKey,
  LogGroupLogDestination,
} from "aws-cdk-lib/aws-apigatewayv2";
import { HttpLambdaIntegration } from "aws-cdk-lib/aws-apigatewayv2-integrations";
import type { Alarm } from "aws-cdk-lib/aws-cloudwatch";
import { FunctionUrlAuthType, type FunctionUrl, InvokeMode } from "aws-cdk-lib/aws-lambda";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import { type Route, ROUTES } from "../core/contract/routes.js";
import { apiEnvironmentSchema } from "../lambdas/api/env.js";
import { streamEnvironmentSchema } from "../lambdas/stream/env.js";
import { allowIndexQuery, allowObjects, allowSecret, allowTable } from "./grants.js";
import { allowFrame, frameEnvironment, type HttpFrameProps } from "./http-frame.js";
import { makeLimiterAlarm } from "./limiter-alarm.js";
import { Preview } from "./preview.js";
import type { RenderPipeline } from "./render-pipeline.js";
import { EdgeKeeper } from "./edge-keeper.js";
import { ServiceFunction } from "./service-function.js";
import { PICTURE_PREFIXES } from "./storage.js";
import type { Settings } from "./settings.js";

export interface RestApiProps extends HttpFrameProps {
  readonly pipeline: RenderPipeline;
}

export class RestApi extends Construct {
  readonly httpApi: HttpApi;
  readonly streamUrl: FunctionUrl;
  readonly previewUrl: FunctionUrl;
  /** The function that makes CloudFront forget copies. */
  readonly edgeKeeper: ServiceFunction;
  readonly functions: readonly ServiceFunction[];
  readonly limiterAlarm: Alarm;

  constructor(scope: Construct, id: string, props: RestApiProps) {
    super(scope, id);
    const api = this.makeApi(props);
    this.edgeKeeper = new EdgeKeeper(this, "EdgeKeeper", props).function;
    const stream = this.makeStream(props);
    const preview = new Preview(this, "Preview", { ...props, layers: props.pipeline.layers });
    this.functions = [api, this.edgeKeeper, stream, preview.function];
    this.limiterAlarm = makeLimiterAlarm(this, this.functions);
    this.httpApi = this.makeHttpApi({ api, "edge-keeper": this.edgeKeeper }, props.settings);
    // The secret origin header guards it: origin access control would demand a body hash of every POST.
    this.streamUrl = stream.addFunctionUrl({
      authType: FunctionUrlAuthType.NONE,
      invokeMode: InvokeMode.RESPONSE_STREAM,
    });
    this.previewUrl = preview.url;
  }

  private makeApi(props: RestApiProps): ServiceFunction {
    const { settings, storage, access, pipeline } = props;
    const api = new ServiceFunction(this, "Api", {
      settings,
      name: "api",
      description: "The REST API",
      environmentSchema: apiEnvironmentSchema,
      environment: {
        ...frameEnvironment(props),
        TEMPLATES_TABLE: storage.templates.tableName,
        JOBS_TABLE: storage.jobs.tableName,
        WORKSPACES_TABLE: storage.workspaces.tableName,
        BUCKET: storage.bucket.bucketName,
        INTERACTIVE_QUEUE_URL: pipeline.queues.interactive.queueUrl,
        STANDARD_QUEUE_URL: pipeline.queues.standard.queueUrl,
        BULK_QUEUE_URL: pipeline.queues.bulk.queueUrl,
        SIGNING_KEYS_SECRET: access.signingKeys.secretArn,
        ALLOW_LOOPBACK_TARGETS: String(settings.allowLoopbackTargets),
      },
      memoryMb: 512,
    });
    allowFrame(api, props);
    allowTable(api, storage.templates, "GetItem", "BatchGetItem", "Query", "PutItem", "UpdateItem");
    allowIndexQuery(api, storage.templates, "byWorkspace");
    allowTable(api, storage.jobs, "GetItem", "PutItem", "UpdateItem", "DeleteItem");
    allowTable(api, storage.workspaces, "GetItem", "BatchGetItem", "Query");
    allowTable(api, storage.workspaces, "PutItem", "UpdateItem", "ConditionCheckItem");
    allowIndexQuery(api, storage.workspaces, "byKind");
    allowTable(api, storage.apiKeys, "PutItem", "UpdateItem", "DeleteItem");
    allowObjects(api, storage.bucket, "inputs/", "s3:PutObject");
    allowObjects(api, storage.bucket, "uploads/", "s3:PutObject", "s3:GetObject", "s3:DeleteObject");
    allowObjects(api, storage.bucket, "templates/", "s3:GetObject", "s3:PutObject");
    for (const queue of Object.values(pipeline.queues)) queue.grant(api, "sqs:SendMessage");
    allowSecret(api, access.signingKeys, "secretsmanager:GetSecretValue");
    return api;
  }

  private makeStream(props: RestApiProps): ServiceFunction {
    const { settings, storage, access } = props;
    const stream = new ServiceFunction(this, "Stream", {
      settings,
      name: "stream",
      description: "Streams pictures",
      environmentSchema: streamEnvironmentSchema,
      environment: {
        ...frameEnvironment(props),
        JOBS_TABLE: storage.jobs.tableName,
        WORKSPACES_TABLE: storage.workspaces.tableName,
        BUCKET: storage.bucket.bucketName,
        SIGNING_KEYS_SECRET: access.signingKeys.secretArn,
      },
      timeoutSeconds: 150,
    });
    allowFrame(stream, props);
    allowTable(stream, storage.jobs, "GetItem");
    allowTable(stream, storage.workspaces, "GetItem", "UpdateItem");
    for (const prefix of PICTURE_PREFIXES) allowObjects(stream, storage.bucket, prefix, "s3:GetObject");
    allowObjects(stream, storage.bucket, "uploads/", "s3:GetObject", "s3:DeleteObject");
    allowSecret(stream, access.signingKeys, "secretsmanager:GetSecretValue");
    return stream;
  }

  private makeHttpApi(behind: Record<"api" | "edge-keeper", ServiceFunction>, settings: Settings): HttpApi {
    const httpApi = new HttpApi(this, "HttpApi", {
      description: "The REST API; reached through CloudFront only",
      createDefaultStage: false,
    });
    const logGroup = new LogGroup(this, "AccessLogs", {
      retention: settings.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    httpApi.addStage("DefaultStage", {
      autoDeploy: true,
      accessLogSettings: { destination: new LogGroupLogDestination(logGroup) },
    });
    const integration = new HttpLambdaIntegration("Api", behind.api);
    const others = new HttpLambdaIntegration("EdgeKeeper", behind["edge-keeper"]);
    const integrations = { api: integration, "edge-keeper": others };
    const routes: readonly Route[] = Object.values(ROUTES);
    for (const { method, path, servedBy } of routes) {
      if (servedBy !== "api" && servedBy !== "edge-keeper") continue;
      httpApi.addRoutes({ path, methods: [HttpMethod[method]], integration: integrations[servedBy] });
    }
    // Whatever else arrives gets the contract's error from the function, not API Gateway's own.
    new HttpRoute(this, "Default", {
      httpApi,
      routeKey: HttpRouteKey.DEFAULT,
      integration,
      authorizer: new HttpNoneAuthorizer(),
    });
    return httpApi;
  }
}

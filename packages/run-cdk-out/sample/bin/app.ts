/**
 * A small stack with one resource of each kind that run-cdk-out emulates.
 *
 * `POST /items` stores an item and sends a job to a queue. A worker takes the job, writes a file to the bucket, and
 * publishes an event. The bucket's own event marks the item as stored.
 */
import { fileURLToPath } from "node:url";
import { App, CfnOutput, CustomResource, Duration, Fn, Stack } from "aws-cdk-lib";
import { HttpApi, HttpMethod } from "aws-cdk-lib/aws-apigatewayv2";
import { HttpLambdaIntegration } from "aws-cdk-lib/aws-apigatewayv2-integrations";
import * as cloudfront from "aws-cdk-lib/aws-cloudfront";
import { FunctionUrlOrigin, HttpOrigin, S3BucketOrigin } from "aws-cdk-lib/aws-cloudfront-origins";
import { AttributeType, TableV2 } from "aws-cdk-lib/aws-dynamodb";
import { EventBus, Rule, Schedule } from "aws-cdk-lib/aws-events";
import { LambdaFunction, SqsQueue } from "aws-cdk-lib/aws-events-targets";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import { Code, Function, FunctionUrlAuthType, InvokeMode, Runtime } from "aws-cdk-lib/aws-lambda";
import { SqsEventSource } from "aws-cdk-lib/aws-lambda-event-sources";
import { Bucket, type CfnBucket, type IBucket } from "aws-cdk-lib/aws-s3";
import { Secret } from "aws-cdk-lib/aws-secretsmanager";
import { Queue } from "aws-cdk-lib/aws-sqs";

const functionsDir = fileURLToPath(new URL("../functions", import.meta.url));

const app = new App({ builtinCloudFormationValidation: false });
const stack = new Stack(app, "Sample");
const context = (name: string): string => String(app.node.tryGetContext(name) ?? "");

// Storage
const table = new TableV2(stack, "Items", {
  partitionKey: { name: "id", type: AttributeType.STRING },
  globalSecondaryIndexes: [{ indexName: "byKind", partitionKey: { name: "kind", type: AttributeType.STRING } }],
});
const bucket = new Bucket(stack, "Files");
(bucket.node.defaultChild as CfnBucket).notificationConfiguration = {
  eventBridgeConfiguration: { eventBridgeEnabled: true },
};
const keyValues = new cloudfront.KeyValueStore(stack, "KeyValues");
const password = new Secret(stack, "Password", {
  generateSecretString: { passwordLength: 20, excludePunctuation: true },
});
const originSecret = new Secret(stack, "OriginSecret", { generateSecretString: { excludePunctuation: true } });

// Messages
const deadLetterQueue = new Queue(stack, "DeadLetterQueue");
const jobs = new Queue(stack, "Jobs", {
  visibilityTimeout: Duration.seconds(60),
  deadLetterQueue: { queue: deadLetterQueue, maxReceiveCount: 3 },
});
const notices = new Queue(stack, "Notices");
const bus = new EventBus(stack, "Bus");

// Functions
function makeFunction(name: string): Function {
  return new Function(stack, `${name.charAt(0).toUpperCase()}${name.slice(1)}Function`, {
    runtime: Runtime.NODEJS_24_X,
    code: Code.fromAsset(`${functionsDir}/${name}`),
    handler: "index.handler",
    memorySize: 256,
    timeout: Duration.seconds(20),
    environment: {
      GREETING: context("greeting"),
      TABLE: table.tableName,
      BUCKET: bucket.bucketName,
      JOBS: jobs.queueUrl,
      BUS: bus.eventBusName,
      ORIGIN_SECRET: originSecret.secretValue.unsafeUnwrap(),
    },
  });
}
const api = makeFunction("api");
const stream = makeFunction("stream");
const worker = makeFunction("worker");
const greeter = makeFunction("greeter");

// Permissions: the runner refuses every other call
table.grant(api, "dynamodb:PutItem", "dynamodb:GetItem");
jobs.grantSendMessages(api);
table.grant(worker, "dynamodb:UpdateItem");
bucket.grantPut(worker);
bus.grantPutEventsTo(worker);
greeter.addToRolePolicy(
  new PolicyStatement({
    actions: ["cloudfront-keyvaluestore:DescribeKeyValueStore", "cloudfront-keyvaluestore:PutKey"],
    resources: [keyValues.keyValueStoreArn],
  }),
);

worker.addEventSource(new SqsEventSource(jobs, { batchSize: 1, reportBatchItemFailures: true }));
new Rule(stack, "ObjectCreated", {
  eventPattern: {
    source: ["aws.s3"],
    detailType: ["Object Created"],
    detail: { bucket: { name: [bucket.bucketName] } },
  },
  targets: [new LambdaFunction(worker)],
});
new Rule(stack, "ToQueue", { eventBus: bus, eventPattern: { source: ["sample"] }, targets: [new SqsQueue(notices)] });
new Rule(stack, "Daily", { schedule: Schedule.rate(Duration.days(1)), targets: [new LambdaFunction(worker)] });

const greeting = new CustomResource(stack, "Greeting", {
  serviceToken: greeter.functionArn,
  resourceType: "Custom::Greeting",
  properties: { Greeting: context("greeting"), Store: keyValues.keyValueStoreArn, Fail: context("fail") },
});

// HTTP
const httpApi = new HttpApi(stack, "Http");
httpApi.addRoutes({
  path: "/items/{id}",
  methods: [HttpMethod.GET],
  integration: new HttpLambdaIntegration("Item", api),
});
httpApi.addRoutes({
  path: "/items",
  methods: [HttpMethod.POST],
  integration: new HttpLambdaIntegration("Items", api),
});
const url = stream.addFunctionUrl({ authType: FunctionUrlAuthType.NONE, invokeMode: InvokeMode.RESPONSE_STREAM });
const edge = new cloudfront.Function(stack, "Edge", {
  runtime: cloudfront.FunctionRuntime.JS_2_0,
  code: cloudfront.FunctionCode.fromFile({ filePath: `${functionsDir}/edge/viewer-request.js` }),
  keyValueStore: keyValues,
});
const behavior = {
  allowedMethods: cloudfront.AllowedMethods.ALLOW_ALL,
  cachePolicy: cloudfront.CachePolicy.CACHING_DISABLED,
  originRequestPolicy: cloudfront.OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
  functionAssociations: [{ function: edge, eventType: cloudfront.FunctionEventType.VIEWER_REQUEST }],
};
const customHeaders = { "x-origin-secret": originSecret.secretValue.unsafeUnwrap() };
new cloudfront.Distribution(stack, "Distribution", {
  defaultBehavior: {
    ...behavior,
    origin: new HttpOrigin(Fn.select(2, Fn.split("/", httpApi.apiEndpoint)), { customHeaders }),
  },
  additionalBehaviors: {
    "/stream": { ...behavior, origin: new FunctionUrlOrigin(url, { customHeaders }) },
    "/files/*": {
      origin: S3BucketOrigin.withOriginAccessControl(bucket as IBucket),
      cachePolicy: cloudfront.CachePolicy.CACHING_OPTIMIZED,
    },
  },
});

new CfnOutput(stack, "PasswordSecretArn", { value: password.secretArn });
new CfnOutput(stack, "GreetingText", { value: greeting.getAttString("Text") });

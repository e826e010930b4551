/** The actions that CloudFormation needs to create, update and delete the stack. */

/** Where the stack is. */
export interface StackPlace {
  readonly partition: string;
  readonly region: string;
  readonly accountId: string;
  readonly stackName: string;
}

/** Actions on one resource. */
export interface DeploymentRequest {
  readonly resource: string;
  readonly actions: readonly string[];
}

/** Returns an ARN without its partition, with a name like those of CloudFormation. Policies often allow only these. */
type ResourceName = (place: StackPlace) => string;

const inAccount =
  (service: string, path: string): ResourceName =>
  ({ region, accountId, stackName }) =>
    `${service}:${region}:${accountId}:${path}${stackName}-doctor`;
const atEdge =
  (kind: string): ResourceName =>
  ({ accountId }) =>
    `cloudfront::${accountId}:${kind}/EXAMPLE`;
const httpApi: ResourceName = ({ region }) => `apigateway:${region}::/apis/example`;
const bucket: ResourceName = ({ stackName }) => `s3:::${stackName.toLowerCase()}-doctor`;
const role: ResourceName = ({ accountId, stackName }) => `iam::${accountId}:role/${stackName}-doctor`;
const table = inAccount("dynamodb", "table/");
const lambdaFunction = inAccount("lambda", "function:");
const logGroup = inAccount("logs", "log-group:");
const queue = inAccount("sqs", "");
const topic = inAccount("sns", "");

/** The resource and its actions, by the type of the resource. A test compares the types with those of the stack. */
export const DEPLOYMENT_ACTIONS: Readonly<Record<string, readonly [ResourceName, readonly string[]]>> = {
  "AWS::ApiGatewayV2::Api": [httpApi, ["apigateway:POST", "apigateway:PATCH", "apigateway:DELETE"]],
  "AWS::ApiGatewayV2::Integration": [httpApi, ["apigateway:POST"]],
  "AWS::ApiGatewayV2::Route": [httpApi, ["apigateway:POST"]],
  "AWS::ApiGatewayV2::Stage": [httpApi, ["apigateway:POST"]],
  "AWS::CloudFront::CachePolicy": [atEdge("cache-policy"), ["cloudfront:CreateCachePolicy"]],
  "AWS::CloudFront::Distribution": [
    atEdge("distribution"),
    ["cloudfront:CreateDistribution", "cloudfront:UpdateDistribution", "cloudfront:DeleteDistribution"],
  ],
  "AWS::CloudFront::Function": [
    atEdge("function"),
    ["cloudfront:CreateFunction", "cloudfront:UpdateFunction", "cloudfront:PublishFunction"],
  ],
  "AWS::CloudFront::KeyValueStore": [atEdge("key-value-store"), ["cloudfront:CreateKeyValueStore"]],
  "AWS::CloudFront::OriginAccessControl": [atEdge("origin-access-control"), ["cloudfront:CreateOriginAccessControl"]],
  "AWS::CloudFront::OriginRequestPolicy": [atEdge("origin-request-policy"), ["cloudfront:CreateOriginRequestPolicy"]],
  "AWS::CloudFront::ResponseHeadersPolicy": [
    atEdge("response-headers-policy"),
    ["cloudfront:CreateResponseHeadersPolicy"],
  ],
  "AWS::CloudWatch::Alarm": [inAccount("cloudwatch", "alarm:"), ["cloudwatch:PutMetricAlarm"]],
  "AWS::CloudWatch::Dashboard": [
    ({ accountId, stackName }) => `cloudwatch::${accountId}:dashboard/${stackName}`,
    ["cloudwatch:PutDashboard"],
  ],
  "AWS::DynamoDB::GlobalTable": [
    table,
    [
      ...["dynamodb:CreateTable", "dynamodb:DescribeTable", "dynamodb:UpdateContinuousBackups"],
      "dynamodb:UpdateTimeToLive",
    ],
  ],
  "AWS::Events::EventBus": [inAccount("events", "event-bus/"), ["events:CreateEventBus"]],
  "AWS::Events::Rule": [inAccount("events", "rule/"), ["events:PutRule", "events:PutTargets"]],
  "AWS::IAM::Policy": [role, ["iam:PutRolePolicy"]],
  "AWS::IAM::Role": [role, ["iam:CreateRole", "iam:DeleteRole", "iam:PassRole"]],
  "AWS::Lambda::EventInvokeConfig": [lambdaFunction, ["lambda:PutFunctionEventInvokeConfig"]],
  "AWS::Lambda::EventSourceMapping": [
    inAccount("lambda", "event-source-mapping:"),
    ["lambda:CreateEventSourceMapping"],
  ],
  "AWS::Lambda::Function": [
    lambdaFunction,
    ["lambda:CreateFunction", "lambda:UpdateFunctionCode", "lambda:UpdateFunctionConfiguration"],
  ],
  "AWS::Lambda::LayerVersion": [inAccount("lambda", "layer:"), ["lambda:PublishLayerVersion"]],
  "AWS::Lambda::Permission": [lambdaFunction, ["lambda:AddPermission"]],
  "AWS::Lambda::Url": [lambdaFunction, ["lambda:CreateFunctionUrlConfig"]],
  "AWS::Logs::LogGroup": [logGroup, ["logs:CreateLogGroup", "logs:PutRetentionPolicy"]],
  "AWS::Logs::MetricFilter": [logGroup, ["logs:PutMetricFilter"]],
  "AWS::S3::Bucket": [bucket, ["s3:CreateBucket", "s3:PutLifecycleConfiguration", "s3:PutBucketNotification"]],
  "AWS::S3::BucketPolicy": [bucket, ["s3:PutBucketPolicy"]],
  "AWS::SecretsManager::Secret": [
    inAccount("secretsmanager", "secret:"),
    ["secretsmanager:CreateSecret", "secretsmanager:GetRandomPassword", "secretsmanager:GetSecretValue"],
  ],
  "AWS::SNS::Topic": [topic, ["sns:CreateTopic"]],
  "AWS::SNS::TopicPolicy": [topic, ["sns:SetTopicAttributes"]],
  "AWS::SQS::Queue": [queue, ["sqs:CreateQueue"]],
  "AWS::SQS::QueuePolicy": [queue, ["sqs:SetQueueAttributes"]],
  "Custom::Bootstrap": [lambdaFunction, ["lambda:InvokeFunction"]],
  "Custom::BucketContents": [lambdaFunction, ["lambda:InvokeFunction"]],
};

/** Returns the actions by resource. */
export function deploymentRequests(place: StackPlace): readonly DeploymentRequest[] {
  const actionsOf = new Map<string, Set<string>>();
  for (const [nameOf, actions] of Object.values(DEPLOYMENT_ACTIONS)) {
    const resource = `arn:${place.partition}:${nameOf(place)}`;
    actionsOf.set(resource, new Set([...(actionsOf.get(resource) ?? []), ...actions]));
  }
  return [...actionsOf].map(([resource, actions]) => ({ resource, actions: [...actions] }));
}

/**
 * Every resource type that the runner supports, with the values of `Ref` and `Fn::GetAtt`.
 *
 * A type that is not here stops the start. The values follow the section "Return values" of each type in the
 * CloudFormation template reference. The provisioner overrides values that a running service determines, such as the
 * URL of a queue.
 */
import { LOCAL_ACCOUNT_ID as ACCOUNT_ID, LOCAL_REGION as REGION } from "../services/service.js";
import { arn, physicalName, stableId } from "./physical-names.js";
import type { Identity, ResolvedResource, StackFacts } from "./resource.js";

type Identify = (resource: ResolvedResource, stack: StackFacts) => Identity;

/** Returns the identity of a resource; `undefined` if the type is not supported. */
export function identify(resource: ResolvedResource, stack: StackFacts): Identity | undefined {
  return IDENTITIES[resource.type]?.(resource, stack);
}

/** Returns the domain name of the function URL with this logical ID. */
export const functionUrlDomain = (idSeed: string, logicalId: string): string =>
  `${stableId(idSeed, logicalId, 32)}.lambda-url.${REGION}.on.aws`;

/** Identifies a resource by name: the name in `property`, or else a name derived from the logical ID. */
function named(property: string, maxLength: number, identityOf: (name: string) => Identity): Identify {
  return ({ logicalId, properties }, stack) => {
    const given = properties[property];
    return identityOf(typeof given === "string" ? given : physicalName(stack, logicalId, maxLength));
  };
}

/** Identifies a resource by an ID like those that AWS generates. */
function withId(length: number, identityOf: (id: string) => Identity): Identify {
  return ({ logicalId }, { idSeed }) => identityOf(stableId(idSeed, logicalId, length));
}

const identity = (physicalId: string, attributes: Identity["attributes"] = {}): Identity => ({
  physicalId,
  attributes,
});

const table = named("TableName", 255, (name) => {
  const tableArn = arn("dynamodb", `table/${name}`);
  return identity(name, { Arn: tableArn, StreamArn: `${tableArn}/stream/local`, TableId: name });
});

const cloudFrontId = withId(13, (id) => identity(`E${id.toUpperCase()}`, { Id: `E${id.toUpperCase()}` }));

const cloudFrontPolicy = withId(32, (id) => {
  const policyId = [id.slice(0, 8), id.slice(8, 12), id.slice(12, 16), id.slice(16, 20), id.slice(20)].join("-");
  return identity(policyId, { Id: policyId });
});

/** The identity of resources that have only an ID. */
const nameOnly = withId(16, (id) => identity(id, { Id: id }));

const text = (value: unknown): string => (typeof value === "string" ? value : "");

const IDENTITIES: Readonly<Record<string, Identify>> = {
  "AWS::DynamoDB::Table": table,
  "AWS::DynamoDB::GlobalTable": table,
  "AWS::SQS::Queue": named("QueueName", 80, (name) =>
    identity(name, { Arn: arn("sqs", name), QueueName: name, QueueUrl: name }),
  ),
  "AWS::SQS::QueuePolicy": nameOnly,
  "AWS::S3::Bucket": ({ logicalId, properties }, stack) => {
    const name = text(properties["BucketName"]) || physicalName(stack, logicalId, 63).toLowerCase();
    return identity(name, {
      Arn: `arn:aws:s3:::${name}`,
      DomainName: `${name}.s3.amazonaws.com`,
      RegionalDomainName: `${name}.s3.${REGION}.amazonaws.com`,
      DualStackDomainName: `${name}.s3.dualstack.${REGION}.amazonaws.com`,
    });
  },
  "AWS::S3::BucketPolicy": nameOnly,
  "AWS::Events::EventBus": named("Name", 64, (name) =>
    identity(name, { Arn: arn("events", `event-bus/${name}`), Name: name }),
  ),
  "AWS::Events::EventBusPolicy": nameOnly,
  "AWS::Events::Rule": ({ logicalId, properties }, stack) => {
    const name = text(properties["Name"]) || physicalName(stack, logicalId, 64);
    const bus = text(properties["EventBusName"]) || "default";
    const path = bus === "default" ? name : `${bus.split("/").at(-1) ?? bus}/${name}`;
    return identity(bus === "default" ? name : `${bus}|${name}`, { Arn: arn("events", `rule/${path}`) });
  },
  "AWS::SecretsManager::Secret": ({ logicalId, properties }, stack) => {
    const name = text(properties["Name"]) || physicalName(stack, logicalId, 120);
    const secretArn = arn("secretsmanager", `secret:${name}-${stableId(stack.idSeed, logicalId, 6, "secret")}`);
    return identity(secretArn, { Id: secretArn });
  },
  "AWS::SecretsManager::ResourcePolicy": nameOnly,
  "AWS::Lambda::Function": named("FunctionName", 64, (name) =>
    identity(name, { Arn: arn("lambda", `function:${name}`) }),
  ),
  "AWS::Lambda::LayerVersion": named("LayerName", 140, (name) => {
    const layerArn = arn("lambda", `layer:${name}:1`);
    return identity(layerArn, { LayerVersionArn: layerArn });
  }),
  "AWS::Lambda::Permission": nameOnly,
  "AWS::Lambda::EventInvokeConfig": nameOnly,
  "AWS::Lambda::EventSourceMapping": withId(32, (id) =>
    identity(id, { Id: id, EventSourceMappingArn: arn("lambda", `event-source-mapping:${id}`) }),
  ),
  "AWS::Lambda::Url": ({ logicalId, properties }, { idSeed }) => {
    const functionArn = text(properties["TargetFunctionArn"]);
    const functionUrl = `https://${functionUrlDomain(idSeed, logicalId)}/`;
    return identity(functionArn, { FunctionArn: functionArn, FunctionUrl: functionUrl });
  },
  "AWS::IAM::Role": named("RoleName", 64, (name) =>
    identity(name, { Arn: arn("iam", `role/${name}`, ""), RoleId: name }),
  ),
  "AWS::IAM::Policy": named("PolicyName", 128, (name) => identity(name, { Id: name })),
  "AWS::IAM::ManagedPolicy": named("ManagedPolicyName", 128, (name) => {
    const policyArn = arn("iam", `policy/${name}`, "");
    return identity(policyArn, { PolicyArn: policyArn });
  }),
  "AWS::Logs::LogGroup": named("LogGroupName", 512, (name) =>
    identity(name, { Arn: arn("logs", `log-group:${name}:*`) }),
  ),
  "AWS::Logs::MetricFilter": nameOnly,
  "AWS::Logs::QueryDefinition": nameOnly,
  "AWS::CloudWatch::Alarm": named("AlarmName", 255, (name) =>
    identity(name, { Arn: arn("cloudwatch", `alarm:${name}`) }),
  ),
  "AWS::CloudWatch::CompositeAlarm": named("AlarmName", 255, (name) =>
    identity(name, { Arn: arn("cloudwatch", `alarm:${name}`) }),
  ),
  "AWS::CloudWatch::Dashboard": named("DashboardName", 255, (name) => identity(name)),
  "AWS::SNS::Topic": named("TopicName", 256, (name) =>
    identity(arn("sns", name), { TopicArn: arn("sns", name), TopicName: name }),
  ),
  "AWS::SNS::TopicPolicy": nameOnly,
  "AWS::SNS::Subscription": nameOnly,
  "AWS::ApiGatewayV2::Api": withId(10, (id) =>
    identity(id, { ApiId: id, ApiEndpoint: `https://${id}.execute-api.${REGION}.amazonaws.com` }),
  ),
  "AWS::ApiGatewayV2::Integration": withId(7, (id) => identity(id, { IntegrationId: id })),
  "AWS::ApiGatewayV2::Route": withId(7, (id) => identity(id, { RouteId: id })),
  "AWS::ApiGatewayV2::Stage": ({ properties }) => identity(text(properties["StageName"])),
  "AWS::CloudFront::Distribution": ({ logicalId }, { idSeed, edgeDomain }) => {
    const id = `E${stableId(idSeed, logicalId, 13).toUpperCase()}`;
    return identity(id, { Id: id, DomainName: edgeDomain });
  },
  "AWS::CloudFront::Function": named("Name", 64, (name) => {
    const functionArn = arn("cloudfront", `function/${name}`, "");
    const attributes = { FunctionARN: functionArn, "FunctionMetadata.FunctionARN": functionArn, Stage: "LIVE" };
    return identity(functionArn, attributes);
  }),
  "AWS::CloudFront::KeyValueStore": ({ logicalId, properties }, stack) => {
    const id = stableId(stack.idSeed, logicalId, 32);
    const name = text(properties["Name"]) || physicalName(stack, logicalId, 64);
    return identity(name, { Id: id, Arn: arn("cloudfront", `key-value-store/${id}`, ""), Status: "READY" });
  },
  "AWS::CloudFront::CachePolicy": cloudFrontPolicy,
  "AWS::CloudFront::OriginRequestPolicy": cloudFrontPolicy,
  "AWS::CloudFront::ResponseHeadersPolicy": cloudFrontPolicy,
  "AWS::CloudFront::OriginAccessControl": cloudFrontId,
  "AWS::CloudFront::CloudFrontOriginAccessIdentity": withId(13, (id) =>
    identity(`E${id.toUpperCase()}`, { Id: `E${id.toUpperCase()}`, S3CanonicalUserId: id }),
  ),
  "AWS::CloudFront::PublicKey": cloudFrontId,
  "AWS::CloudFront::KeyGroup": cloudFrontPolicy,
  "AWS::CloudFront::MonitoringSubscription": nameOnly,
  "AWS::KMS::Key": withId(32, (id) => identity(id, { KeyId: id, Arn: arn("kms", `key/${id}`) })),
  "AWS::KMS::Alias": named("AliasName", 256, (name) => identity(name)),
  "AWS::Budgets::Budget": nameOnly,
  "AWS::CDK::Metadata": nameOnly,
};

export const stackArn = ({ stackName, idSeed }: Pick<StackFacts, "stackName" | "idSeed">): string =>
  arn("cloudformation", `stack/${stackName}/${stableId(idSeed, ACCOUNT_ID, 32)}`);

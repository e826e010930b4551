/** Puts the HTTP API and the function URLs in front of functions, as the template says. */
import * as z from "zod";
import { startFunctionUrl } from "../fronts/function-url.js";
import { startHttpApi } from "../fronts/http-api.js";
import { type Invoker } from "../fronts/invoker.js";
import { type Front } from "../fronts/loopback-server.js";
import { type FunctionRegistry } from "../template/function-registry.js";
import { ignored, numeric, readProperties } from "../template/properties.js";
import { readFunctionUrl } from "../template/provisioners/functions.js";
import { type ProvisionedResource, textAttribute } from "../template/resource.js";
import { type ProvisionedStack, resourcesOfType } from "../template/stack.js";
import { TemplateError } from "../template/template-error.js";

const corsSchema = z.strictObject({
  AllowCredentials: z.boolean().exactOptional(),
  AllowHeaders: z.array(z.string()).exactOptional(),
  AllowMethods: z.array(z.string()).exactOptional(),
  AllowOrigins: z.array(z.string()).exactOptional(),
  ExposeHeaders: z.array(z.string()).exactOptional(),
  MaxAge: numeric.exactOptional(),
});

const apiSchema = z.strictObject({
  ProtocolType: z.literal("HTTP"),
  CorsConfiguration: corsSchema.optional(),
  ...ignored("Name", "Description", "DisableExecuteApiEndpoint", "Tags", "Version", "IpAddressType"),
});

const integrationSchema = z.strictObject({
  ApiId: z.string(),
  IntegrationType: z.literal("AWS_PROXY"),
  IntegrationUri: z.string(),
  PayloadFormatVersion: z.literal("2.0"),
  TimeoutInMillis: numeric.optional(),
  ...ignored("Description", "IntegrationMethod", "ConnectionType"),
});

const routeSchema = z.strictObject({
  ApiId: z.string(),
  RouteKey: z.string(),
  Target: z.string().regex(/^integrations\//),
  AuthorizationType: z.literal("NONE").default("NONE"),
  ...ignored("ApiKeyRequired", "OperationName"),
});

const stageSchema = z.strictObject({
  ApiId: z.string(),
  StageName: z.string(),
  // Throttling and access logs make no difference to one person's requests.
  ...ignored("AutoDeploy", "AccessLogSettings", "DefaultRouteSettings", "RouteSettings", "Description", "Tags"),
});

/** A front and the domain name that it stands in for. */
export interface NamedFront {
  readonly domainName: string;
  readonly front: Front;
}

/** Starts every HTTP API of the stack. */
export async function startHttpApis(stack: ProvisionedStack, functions: FunctionRegistry): Promise<NamedFront[]> {
  const routes = readRoutes(stack);
  return Promise.all(
    resourcesOfType(stack, "AWS::ApiGatewayV2::Api").map(async (api) => {
      const { CorsConfiguration: cors } = readProperties(api, apiSchema);
      const domainName = new URL(textAttribute(api, "ApiEndpoint")).hostname;
      const front = await startHttpApi({
        domainName,
        stage: stageOf(stack, api),
        routes: routes
          .filter(({ apiId }) => apiId === api.physicalId)
          .map(({ routeKey, functionArn, logicalId }) => ({
            routeKey,
            invoker: patient(functions, functionArn, logicalId),
          })),
        ...(cors && { cors }),
      });
      return { domainName, front };
    }),
  );
}

/** Starts every function URL of the stack. */
export async function startFunctionUrls(
  stack: ProvisionedStack,
  functions: FunctionRegistry,
  originToken: string,
): Promise<NamedFront[]> {
  return Promise.all(
    resourcesOfType(stack, "AWS::Lambda::Url").map(async (resource) => {
      const { TargetFunctionArn: target, AuthType: authType, InvokeMode: invokeMode } = readFunctionUrl(resource);
      const domainName = new URL(textAttribute(resource, "FunctionUrl")).hostname;
      const invoker = patient(functions, target, resource.logicalId);
      const front = await startFunctionUrl({ domainName, invoker, invokeMode, authType, originToken });
      return { domainName, front };
    }),
  );
}

/** Requests wait for a free process: the account's concurrency, which would let them in at once, is a machine's here. */
function patient(functions: FunctionRegistry, arn: string, place: string): Invoker {
  const pool = functions.pool(arn, place);
  const options = { whenBusy: "wait" } as const;
  return {
    invoke: (event) => pool.invoke(event, options),
    invokeStreaming: (event) => pool.invokeStreaming(event, options),
  };
}

/** A route of an API, with the function behind it. */
export interface FunctionRoute {
  readonly logicalId: string;
  readonly apiId: string;
  readonly routeKey: string;
  readonly functionArn: string;
}

/** Every route of the stack's APIs. */
export function readRoutes(stack: ProvisionedStack): FunctionRoute[] {
  const integrations = new Map<string, string>();
  for (const resource of resourcesOfType(stack, "AWS::ApiGatewayV2::Integration")) {
    const { ApiId, IntegrationUri } = readProperties(resource, integrationSchema);
    integrations.set(`${ApiId}/integrations/${resource.physicalId}`, functionArnIn(IntegrationUri));
  }
  return resourcesOfType(stack, "AWS::ApiGatewayV2::Route").map((resource) => {
    const { ApiId: apiId, RouteKey: routeKey, Target } = readProperties(resource, routeSchema);
    const functionArn = integrations.get(`${apiId}/${Target}`);
    if (functionArn === undefined) throw new TemplateError(`${resource.logicalId}.Target`, `there is no ${Target}`);
    return { logicalId: resource.logicalId, apiId, routeKey, functionArn };
  });
}

/** An integration names its function by ARN, or by the path of Lambda's own API that holds the ARN. */
function functionArnIn(uri: string): string {
  return /functions\/(arn:[^/]+)\/invocations$/.exec(uri)?.[1] ?? uri;
}

function stageOf(stack: ProvisionedStack, api: ProvisionedResource): string {
  const stages = resourcesOfType(stack, "AWS::ApiGatewayV2::Stage")
    .map((resource) => readProperties(resource, stageSchema))
    .filter(({ ApiId }) => ApiId === api.physicalId);
  const [stage] = stages;
  if (stage === undefined || stages.length > 1)
    throw new TemplateError(api.logicalId, "the API must have exactly one stage");
  return stage.StageName;
}

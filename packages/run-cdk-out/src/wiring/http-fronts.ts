/** Starts the HTTP APIs and the function URLs of the template. */
import * as z from "zod";
import type { Closing } from "../closing.js";
import { startFunctionUrl } from "../fronts/function-url.js";
import type { Meter } from "../metering/meter.js";
import { startHttpApi } from "../fronts/http-api.js";
import type { Invoker } from "../fronts/invoker.js";
import type { Front } from "../fronts/loopback-server.js";
import type { FunctionRegistry } from "../template/function-registry.js";
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
  // Throttling and access logs have no effect on a local machine.
  ...ignored("AutoDeploy", "AccessLogSettings", "DefaultRouteSettings", "RouteSettings", "Description", "Tags"),
});

/** A server and the domain name that it has in the template. */
export interface NamedFront {
  readonly domainName: string;
  readonly front: Front;
}

export interface HttpFrontOptions {
  readonly functions: FunctionRegistry;
  readonly meter: Meter;
  /** Proves to a function URL that a request comes from the edge. */
  readonly originToken: string;
  /** Port of the first server. The others, and the first one if this is 0, listen on any free port. */
  readonly firstPort: number;
  /** See `LoopbackOptions`. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** Epoch milliseconds for the events of requests; the time of the machine by default. */
  readonly now?: (() => number) | undefined;
  /** Receives the status of each response of a function URL. */
  readonly onUrlResponse?: (functionName: string, status: number) => void;
}

/** Starts every HTTP API of the stack, then every function URL. Each server that has started is added to `closing`. */
export async function startHttpFronts(
  stack: ProvisionedStack,
  options: HttpFrontOptions,
  closing: Closing,
): Promise<NamedFront[]> {
  const starts = [
    ...resourcesOfType(stack, "AWS::ApiGatewayV2::Api").map((api) => startApi(stack, api, options)),
    ...resourcesOfType(stack, "AWS::Lambda::Url").map((url) => startUrl(url, options)),
  ];
  const fronts: NamedFront[] = [];
  for (const start of starts) {
    const named = await start(fronts.length === 0 ? options.firstPort : 0);
    closing.add(named.front);
    fronts.push(named);
  }
  return fronts;
}

type StartFront = (port: number) => Promise<NamedFront>;

function startApi(
  stack: ProvisionedStack,
  api: ProvisionedResource,
  { functions, meter, allowedHosts, now }: HttpFrontOptions,
): StartFront {
  const { CorsConfiguration: cors } = readProperties(api, apiSchema);
  const domainName = new URL(textAttribute(api, "ApiEndpoint")).hostname;
  const routes = readRoutes(stack)
    .filter(({ apiId }) => apiId === api.physicalId)
    .map(({ routeKey, functionArn, logicalId }) => ({
      routeKey,
      invoker: metered(waitingInvoker(functions, functionArn, logicalId), () =>
        meter.add("http api requests", routeKey),
      ),
    }));
  const stage = stageOf(stack, api);
  return async (port) => ({
    domainName,
    front: await startHttpApi({ port, allowedHosts, domainName, stage, routes, now, ...(cors && { cors }) }),
  });
}

function startUrl(url: ProvisionedResource, options: HttpFrontOptions): StartFront {
  const { functions, originToken, allowedHosts, onUrlResponse, now } = options;
  const { TargetFunctionArn: target, AuthType: authType, InvokeMode: invokeMode } = readFunctionUrl(url);
  const domainName = new URL(textAttribute(url, "FunctionUrl")).hostname;
  const invoker = waitingInvoker(functions, target, url.logicalId);
  const { functionName } = functions.pool(target, url.logicalId).spec;
  const onResponse = (status: number): void => onUrlResponse?.(functionName, status);
  const common = { allowedHosts, domainName, invoker, invokeMode, authType, originToken, onResponse, now };
  return async (port) => ({ domainName, front: await startFunctionUrl({ port, ...common }) });
}

/** Requests wait for a free process, because a function has far fewer processes here than on AWS. */
function waitingInvoker(functions: FunctionRegistry, arn: string, place: string): Invoker {
  const pool = functions.pool(arn, place);
  const options = { whenBusy: "wait" } as const;
  return {
    invoke: (event) => pool.invoke(event, options),
    invokeStreaming: (event) => pool.invokeStreaming(event, options),
  };
}

/** Calls `count` for each request. */
function metered(invoker: Invoker, count: () => void): Invoker {
  return {
    invoke(event) {
      count();
      return invoker.invoke(event);
    },
    invokeStreaming(event) {
      count();
      return invoker.invokeStreaming(event);
    },
  };
}

/** A route of an API and its function. */
export interface FunctionRoute {
  readonly logicalId: string;
  readonly apiId: string;
  readonly routeKey: string;
  readonly functionArn: string;
}

/** Returns every route of the stack's APIs. */
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

/**
 * Returns the ARN of a function. An integration contains the ARN, or the path of Lambda's API that contains the ARN.
 */
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

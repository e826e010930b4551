/** CloudFront: the one base address in front of everything. */
import { Duration, Fn } from "aws-cdk-lib";
import {
  AllowedMethods,
  type BehaviorOptions,
  CachePolicy,
  Distribution,
  type ErrorResponse,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HttpVersion,
  type IOrigin,
  OriginProtocolPolicy,
  OriginRequestPolicy,
  ViewerProtocolPolicy,
} from "aws-cdk-lib/aws-cloudfront";
import { HttpOrigin } from "aws-cdk-lib/aws-cloudfront-origins";
import { Construct } from "constructs";
import { type Route, ROUTES, type ServedBy } from "../core/contract/routes.js";
import type { Access } from "./access.js";
import { bundleEdgeCode } from "./edge-code.js";
import type { RestApi } from "./rest-api.js";
import type { Settings } from "./settings.js";

/** The longest that CloudFront waits for a byte of an origin without a raised quota. */
const ORIGIN_TIMEOUT_SECONDS = 120;
/**
 * Unless told otherwise CloudFront keeps an error for ten seconds. 410 and 429 take no such setting; their answers carry
 * `no-store`.
 */
const UNCACHED_ERRORS = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504];

export interface DeliveryProps {
  readonly settings: Settings;
  readonly access: Access;
  readonly api: RestApi;
}

export class Delivery extends Construct {
  readonly baseUrl: string;
  readonly distribution: Distribution;

  constructor(scope: Construct, id: string, { settings, access, api }: DeliveryProps) {
    super(scope, id);
    const edge = new EdgeFunction(this, "ViewerRequest", {
      code: FunctionCode.fromInline(bundleEdgeCode(settings.viewerScheme)),
      runtime: FunctionRuntime.JS_2_0,
      comment: "Sets the headers that the origins trust",
    });
    const https = settings.viewerScheme === "https";
    const common: Omit<BehaviorOptions, "origin"> = {
      allowedMethods: AllowedMethods.ALLOW_ALL,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      viewerProtocolPolicy: https ? ViewerProtocolPolicy.REDIRECT_TO_HTTPS : ViewerProtocolPolicy.ALLOW_ALL,
      functionAssociations: [{ function: edge, eventType: FunctionEventType.VIEWER_REQUEST }],
    };
    const originHeader = { "x-irs-origin-secret": access.originSecret.secretValue.unsafeUnwrap() };
    const httpApi = originAt(api.httpApi.apiEndpoint, {
      customHeaders: originHeader,
      readTimeout: Duration.seconds(30),
    });
    const stream = originAt(api.streamUrl.url, {
      customHeaders: originHeader,
      readTimeout: Duration.seconds(ORIGIN_TIMEOUT_SECONDS),
    });
    const previews = originAt(api.previewUrl.url, { customHeaders: originHeader, readTimeout: Duration.seconds(30) });
    this.distribution = new Distribution(this, "Distribution", {
      comment: `Image render service, ${settings.stageName}`,
      httpVersion: HttpVersion.HTTP2_AND_3,
      defaultBehavior: { ...common, origin: httpApi },
      additionalBehaviors: {
        ...behaviors(pathsOf("stream"), { ...common, origin: stream }),
        ...behaviors(pathsOf("preview"), { ...common, origin: previews }),
      },
      errorResponses: UNCACHED_ERRORS.map((httpStatus): ErrorResponse => ({ httpStatus, ttl: Duration.seconds(0) })),
      ...(settings.webAclArn !== undefined && { webAclId: settings.webAclArn }),
    });
    this.baseUrl = `${settings.viewerScheme}://${this.distribution.distributionDomainName}`;
  }
}

/** The path patterns of the routes that a function serves: `{name}` becomes `*`. */
function pathsOf(served: ServedBy): string[] {
  const routes: readonly Route[] = Object.values(ROUTES);
  const paths = routes.filter(({ servedBy }) => servedBy === served).map(({ path }) => path.replace(/\{\w+\}/g, "*"));
  return [...new Set(paths)];
}

function behaviors(paths: readonly string[], options: BehaviorOptions): Record<string, BehaviorOptions> {
  return Object.fromEntries(paths.map((path) => [path, options]));
}

function originAt(url: string, options: { customHeaders: Record<string, string>; readTimeout: Duration }): IOrigin {
  return new HttpOrigin(Fn.select(2, Fn.split("/", url)), {
    ...options,
    protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
    connectionAttempts: 2,
    keepaliveTimeout: Duration.seconds(60),
  });
}

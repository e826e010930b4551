/** The origins of the distribution: the bucket, the HTTP API, and each function URL. */
import { Duration, Fn } from "aws-cdk-lib";
import {
  FunctionUrlOriginAccessControl,
  type IOrigin,
  OriginProtocolPolicy,
  S3OriginAccessControl,
} from "aws-cdk-lib/aws-cloudfront";
import { FunctionUrlOrigin, HttpOrigin, S3BucketOrigin } from "aws-cdk-lib/aws-cloudfront-origins";
import type { FunctionUrl } from "aws-cdk-lib/aws-lambda";
import type { IBucket } from "aws-cdk-lib/aws-s3";
import type { Construct } from "constructs";
import { ORIGIN_IDS } from "../core/deployment/edge-settings.js";
import type { Route } from "../core/contract/routes.js";
import { TRUSTED_HEADERS } from "../core/deployment/trusted-headers.js";
import type { Access } from "./access.js";
import type { FunctionUrlFront } from "./function-declaration.js";
import { globalName } from "./global-name.js";
import type { RestApi } from "./rest-api.js";
import type { ServiceFunction } from "./service-function.js";
import type { Storage } from "./storage.js";

/** The HTTP API ends requests after 30 s. */
const HTTP_API_TIMEOUT = Duration.seconds(30);
/** CloudFront retries once if the origin does not accept the connection. */
const CONNECTION_ATTEMPTS = 2;

export interface DeliveryOriginsProps {
  readonly storage: Storage;
  readonly access: Access;
  readonly restApi: RestApi;
  readonly functions: readonly ServiceFunction[];
}

/** A function URL as an origin, with the routes that the function serves. */
export interface UrlOrigin {
  /** The function's name. */
  readonly name: string;
  readonly routes: readonly Route[];
  readonly origin: IOrigin;
}

export function makeOrigins(scope: Construct, { storage, access, restApi, functions }: DeliveryOriginsProps) {
  const customHeaders = { [TRUSTED_HEADERS.originSecret]: access.originSecret.secretValue.unsafeUnwrap() };
  const bucketAccess = new S3OriginAccessControl(scope, "BucketAccess", {
    originAccessControlName: globalName(scope, "BucketAccess"),
  });
  const behindUrls = functions.flatMap(({ declaration: { name, http }, url }): UrlOrigin[] =>
    url === undefined || http?.through !== "function-url"
      ? []
      : [{ name, routes: http.routes, origin: urlOrigin(scope, name, url, http, customHeaders) }],
  );
  return {
    api: httpsOrigin(restApi.httpApi.apiEndpoint, {
      originId: ORIGIN_IDS.api,
      customHeaders,
      readTimeout: HTTP_API_TIMEOUT,
    }),
    bucket: S3BucketOrigin.withBucketDefaults(storage.bucket as IBucket, {
      originId: ORIGIN_IDS.bucket,
      originAccessControlId: bucketAccess.originAccessControlId,
    }),
    behindUrls,
  };
}

/** Uses the function's name as the ID of the origin. The edge function selects origins by `ORIGIN_IDS`. */
function urlOrigin(
  scope: Construct,
  name: string,
  url: FunctionUrl,
  { guard, originTimeoutSeconds, connectionAttempts = CONNECTION_ATTEMPTS }: FunctionUrlFront,
  customHeaders: Record<string, string>,
): IOrigin {
  const options = { originId: name, readTimeout: Duration.seconds(originTimeoutSeconds), connectionAttempts };
  if (guard === "origin-secret") return httpsOrigin(url.url, { ...options, customHeaders });
  const originAccessControl = new FunctionUrlOriginAccessControl(scope, `${name}-access`, {
    originAccessControlName: globalName(scope, `${name}-access`),
  });
  return FunctionUrlOrigin.withOriginAccessControl(url, {
    ...options,
    originAccessControl,
  });
}

interface OriginOptions {
  readonly originId?: string;
  readonly customHeaders: Record<string, string>;
  readonly readTimeout: Duration;
  readonly connectionAttempts?: number;
}

function httpsOrigin(url: string, options: OriginOptions): IOrigin {
  return new HttpOrigin(Fn.select(2, Fn.split("/", url)), {
    connectionAttempts: CONNECTION_ATTEMPTS,
    ...options,
    protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
    keepaliveTimeout: Duration.seconds(60),
  });
}

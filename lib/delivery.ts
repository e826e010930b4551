/** CloudFront: the one base address in front of everything. */
import { Aws, Duration, Fn } from "aws-cdk-lib";
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
  S3OriginAccessControl,
  ViewerProtocolPolicy,
} from "aws-cdk-lib/aws-cloudfront";
import { FunctionUrlOrigin, HttpOrigin, S3BucketOrigin } from "aws-cdk-lib/aws-cloudfront-origins";
import { Policy, PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import type { IBucket } from "aws-cdk-lib/aws-s3";
import { Construct } from "constructs";
import { type Route, ROUTES, type ServedBy } from "../core/contract/routes.js";
import { SIGNED_IMAGE_API_PATHS, SIGNED_IMAGE_PATH } from "../core/contract/signed-image-path.js";
import type { Access } from "./access.js";
import { DeliveryPolicies } from "./delivery-policies.js";
import { bundleEdgeCode } from "./edge-code.js";
import type { RestApi } from "./rest-api.js";
import type { Settings } from "./settings.js";
import type { SignedImages } from "./signed-images.js";
import { PICTURE_PREFIXES, type Storage } from "./storage.js";

/** The longest that CloudFront waits for a byte of an origin without a raised quota. */
const ORIGIN_TIMEOUT_SECONDS = 120;
/**
 * Unless told otherwise CloudFront keeps an error for ten seconds. 410 and 429 take no such setting; their answers carry
 * `no-store`.
 */
const UNCACHED_ERRORS = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504];

/** Ids of the origins among which the edge function chooses. */
const ORIGINS = { bucket: "bucket", image: "image", stream: "stream" } as const;

export interface DeliveryProps {
  readonly settings: Settings;
  readonly storage: Storage;
  readonly access: Access;
  readonly api: RestApi;
  readonly images: SignedImages;
}

export class Delivery extends Construct {
  readonly baseUrl: string;
  readonly distribution: Distribution;

  constructor(scope: Construct, id: string, props: DeliveryProps) {
    super(scope, id);
    const { settings } = props;
    this.distribution = new Distribution(this, "Distribution", {
      comment: `Image render service, ${settings.stageName}`,
      httpVersion: HttpVersion.HTTP2_AND_3,
      ...this.makeBehaviors(props),
      errorResponses: UNCACHED_ERRORS.map((httpStatus): ErrorResponse => ({ httpStatus, ttl: Duration.seconds(0) })),
      ...(settings.webAclArn !== undefined && { webAclId: settings.webAclArn }),
    });
    this.allowPictures(props.storage);
    this.allowInvalidation(props.api);
    this.baseUrl = `${settings.viewerScheme}://${this.distribution.distributionDomainName}`;
  }

  /** Every behaviour has one plain origin, since one with an origin group takes no POST; the edge function makes groups. */
  private makeBehaviors(props: DeliveryProps) {
    const { api, image, preview, stream, bucket } = this.makeOrigins(props);
    const policies = new DeliveryPolicies(this, "Policies", props.settings);
    const common = this.commonBehavior(props);
    const dynamic = { ...common, responseHeadersPolicy: policies.apiHeaders };
    const pictures = { ...common, responseHeadersPolicy: policies.pictureHeaders, compress: false };
    const images = { ...pictures, cachePolicy: policies.imageCache, originRequestPolicy: policies.imageRequest };
    const assets = { ...pictures, cachePolicy: policies.assetCache, originRequestPolicy: policies.assetRequest };
    return {
      defaultBehavior: { ...dynamic, origin: api },
      // The first that fits is taken.
      additionalBehaviors: {
        ...behaviors(SIGNED_IMAGE_API_PATHS, { ...dynamic, origin: api }),
        [`${SIGNED_IMAGE_PATH}*`]: { ...images, origin: bucket },
        ...behaviors(pathsOf("stream", "key-or-signature"), { ...assets, origin: stream }),
        ...behaviors(pathsOf("stream", "key"), { ...dynamic, origin: stream }),
        ...behaviors(pathsOf("preview", "key"), { ...dynamic, origin: preview }),
        // The edge function lets nobody in here; a distribution knows only the origins that a behaviour names.
        "/img/*": { ...images, origin: image },
      },
    };
  }

  private commonBehavior({ settings, access }: DeliveryProps): Omit<BehaviorOptions, "origin"> {
    const edge = new EdgeFunction(this, "ViewerRequest", {
      code: FunctionCode.fromInline(bundleEdgeCode({ viewerScheme: settings.viewerScheme, origins: ORIGINS })),
      runtime: FunctionRuntime.JS_2_0,
      keyValueStore: access.edgeKeys,
      comment: "Verifies signatures, sets the headers that the origins trust, chooses the origin",
    });
    const https = settings.viewerScheme === "https";
    return {
      allowedMethods: AllowedMethods.ALLOW_ALL,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      viewerProtocolPolicy: https ? ViewerProtocolPolicy.REDIRECT_TO_HTTPS : ViewerProtocolPolicy.ALLOW_ALL,
      functionAssociations: [{ function: edge, eventType: FunctionEventType.VIEWER_REQUEST }],
    };
  }

  private makeOrigins({ storage, access, api, images }: DeliveryProps) {
    const customHeaders = { "x-irs-origin-secret": access.originSecret.secretValue.unsafeUnwrap() };
    const bucketAccess = new S3OriginAccessControl(this, "BucketAccess");
    return {
      api: originAt(api.httpApi.apiEndpoint, { customHeaders, readTimeout: Duration.seconds(30) }),
      stream: originAt(api.streamUrl.url, {
        originId: ORIGINS.stream,
        customHeaders,
        readTimeout: Duration.seconds(ORIGIN_TIMEOUT_SECONDS),
      }),
      preview: originAt(api.previewUrl.url, { customHeaders, readTimeout: Duration.seconds(30) }),
      bucket: S3BucketOrigin.withBucketDefaults(storage.bucket as IBucket, {
        originId: ORIGINS.bucket,
        originAccessControlId: bucketAccess.originAccessControlId,
      }),
      image: FunctionUrlOrigin.withOriginAccessControl(images.url, {
        originId: ORIGINS.image,
        readTimeout: Duration.seconds(30),
        connectionAttempts: 2,
      }),
    };
  }

  /** Written out, since the CDK's own way would let the distribution read the inputs of jobs too. */
  private allowPictures({ bucket }: Storage): void {
    bucket.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal("cloudfront.amazonaws.com")],
        actions: ["s3:GetObject"],
        resources: PICTURE_PREFIXES.map((prefix) => bucket.arnForObjects(`${prefix}*`)),
        conditions: { StringEquals: { "AWS:SourceArn": this.distributionArn() } },
      }),
    );
  }

  /** A policy of its own: the function waits for its role's others, and the distribution waits for the function. */
  private allowInvalidation({ edgeKeeper: { role } }: RestApi): void {
    if (role === undefined) throw new Error("The api function has no role.");
    const resources = [this.distributionArn()];
    new Policy(this, "Invalidation", {
      roles: [role],
      statements: [new PolicyStatement({ actions: ["cloudfront:CreateInvalidation"], resources })],
    });
  }

  private distributionArn(): string {
    return `arn:${Aws.PARTITION}:cloudfront::${Aws.ACCOUNT_ID}:distribution/${this.distribution.distributionId}`;
  }
}

function behaviors(paths: readonly string[], behavior: BehaviorOptions): Record<string, BehaviorOptions> {
  return Object.fromEntries(paths.map((path) => [path, behavior]));
}

/** The path patterns of the routes that a function serves: `{name}` becomes `*`. */
function pathsOf(served: ServedBy, admits: Route["access"]): string[] {
  const routes: readonly Route[] = Object.values(ROUTES);
  const paths = routes
    .filter(({ servedBy, access }) => servedBy === served && access === admits)
    .map(({ path }) => path.replace(/\{\w+\}/g, "*"));
  return [...new Set(paths)];
}

interface OriginOptions {
  readonly originId?: string;
  readonly customHeaders: Record<string, string>;
  readonly readTimeout: Duration;
}

function originAt(url: string, options: OriginOptions): IOrigin {
  return new HttpOrigin(Fn.select(2, Fn.split("/", url)), {
    ...options,
    protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
    connectionAttempts: 2,
    keepaliveTimeout: Duration.seconds(60),
  });
}

/** The CloudFront distribution. All URLs of the service have its base URL. */
import { Aws, Duration, Stack } from "aws-cdk-lib";
import { Certificate } from "aws-cdk-lib/aws-certificatemanager";
import {
  AllowedMethods,
  type BehaviorOptions,
  CachePolicy,
  Distribution,
  type DistributionProps,
  type ErrorResponse,
  type Function as CloudFrontFunction,
  FunctionEventType,
  HttpVersion,
  OriginRequestPolicy,
  ViewerProtocolPolicy,
} from "aws-cdk-lib/aws-cloudfront";
import { type IRole, Policy, PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Bucket } from "aws-cdk-lib/aws-s3";
import { Construct } from "constructs";
import type { Access as RouteAccess, Route } from "../core/contract/routes.js";
import { SIGNED_IMAGE_API_PATHS, SIGNED_IMAGE_PATH } from "../core/contract/signed-image-path.js";
import { SITE_FOLDERS, SITE_ROOT_FILES } from "../core/deployment/site-paths.js";
import { BUCKET_PREFIXES, DELIVERED_PREFIXES } from "../core/deployment/storage-layout.js";
import { type DeliveryOriginsProps, makeOrigins } from "./delivery-origins.js";
import { DeliveryPolicies } from "./delivery-policies.js";
import { customDomainOf } from "./domain-settings.js";
import { makeEdgeFunction, makePictureHeadersFunction } from "./functions/edge.js";
import type { ServiceFunction } from "./service-function.js";
import type { Settings } from "./settings.js";
import type { Storage } from "./storage.js";

/**
 * By default, CloudFront caches errors for ten seconds. These are all statuses for which this can be switched off. It
 * cannot be switched off for 410 and 429, so those responses have `no-store`.
 */
const UNCACHED_ERRORS = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504];

/** The paths of the web pages and of their files. */
const SITE_PATHS = [
  "/",
  ...SITE_ROOT_FILES.map((name) => `/${name}`),
  ...SITE_FOLDERS.flatMap((folder) => [`/${folder}`, `/${folder}/*`]),
];

export interface DeliveryProps extends DeliveryOriginsProps {
  readonly settings: Settings;
}

export class Delivery extends Construct {
  readonly baseUrl: string;
  readonly distribution: Distribution;
  /** The function at viewer request. All requests pass through it. */
  readonly edgeFunction: CloudFrontFunction;

  constructor(scope: Construct, id: string, props: DeliveryProps) {
    super(scope, id);
    const { settings } = props;
    this.edgeFunction = makeEdgeFunction(this, props);
    this.distribution = new Distribution(this, "Distribution", {
      comment: commentOf(settings),
      httpVersion: HttpVersion.HTTP2_AND_3,
      ...this.#makeBehaviors(props),
      errorResponses: UNCACHED_ERRORS.map((httpStatus): ErrorResponse => ({ httpStatus, ttl: Duration.seconds(0) })),
      ...(settings.webAclArn !== undefined && { webAclId: settings.webAclArn }),
      ...this.#domainProps(settings),
      ...this.#logProps(settings),
    });
    this.#allowPublicObjects(props.storage);
    this.#allowActions(props.functions);
    const name = customDomainOf(settings)?.mainName ?? this.distribution.distributionDomainName;
    this.baseUrl = `${settings.viewerScheme}://${name}`;
  }

  #domainProps(settings: Settings): Pick<DistributionProps, "domainNames" | "certificate"> {
    const domain = customDomainOf(settings);
    if (domain === undefined) return {};
    const certificate = Certificate.fromCertificateArn(this, "Certificate", domain.certificateArn);
    return { domainNames: [...domain.names], certificate };
  }

  /**
   * Returns the properties for CloudFront's older kind of access logs. The newer kind ("standard logging v2") must be
   * configured in us-east-1, so a stack in another region cannot contain it.
   */
  #logProps({ accessLogBucket }: Settings): Pick<DistributionProps, "logBucket" | "logFilePrefix"> {
    if (accessLogBucket === undefined) return {};
    const logBucket = Bucket.fromBucketAttributes(this, "AccessLogBucket", {
      bucketName: accessLogBucket,
      // The name has no region, because the bucket can be in any region.
      bucketRegionalDomainName: `${accessLogBucket}.s3.amazonaws.com`,
    });
    return { logBucket, logFilePrefix: `${Stack.of(this).stackName}/` };
  }

  /**
   * Creates the behaviors. Each has one plain origin, because a behavior with an origin group does not accept POST. The
   * edge function selects origin groups per request.
   */
  #makeBehaviors(props: DeliveryProps) {
    const { api, bucket, behindUrls } = makeOrigins(this, props);
    const policies = new DeliveryPolicies(this, "Policies", props.settings, props.storage.bucket);
    const common = this.#commonBehavior(props);
    const dynamic = { ...common, responseHeadersPolicy: policies.apiHeaders };
    const pictures = {
      ...common,
      responseHeadersPolicy: policies.pictureHeaders,
      compress: false,
      functionAssociations: [
        ...(common.functionAssociations ?? []),
        { function: makePictureHeadersFunction(this), eventType: FunctionEventType.VIEWER_RESPONSE },
      ],
    };
    const images = { ...pictures, cachePolicy: policies.imageCache, originRequestPolicy: policies.imageRequest };
    const assets = { ...pictures, cachePolicy: policies.assetCache, originRequestPolicy: policies.assetRequest };
    const byKey = behindUrls.flatMap(({ routes, origin }) => [
      ...behaviors(pathsOf(routes, "key-or-signature"), { ...assets, origin }),
      ...behaviors(pathsOf(routes, "key", "public"), { ...dynamic, origin }),
    ]);
    // The edge function refuses viewers that request stored names. These behaviors exist because a distribution knows
    // only the origins of its behaviors.
    const bySignature = behindUrls
      .filter(({ routes }) => pathsOf(routes, "signature").length > 0)
      .flatMap(({ origin }) => behaviors([`/${BUCKET_PREFIXES.signedPictures}*`], { ...images, origin }));
    // These behaviors exist for the same reason. The edge function sends requests to their origins, which have no
    // route.
    const byEdge = behindUrls
      .filter(({ routes }) => routes.length === 0)
      .flatMap(({ name, origin }) => behaviors([`/${name}/*`], { ...dynamic, origin }));
    return {
      defaultBehavior: { ...dynamic, origin: api },
      // CloudFront uses the first behavior that matches, so the order matters.
      additionalBehaviors: Object.fromEntries([
        ...behaviors(SIGNED_IMAGE_API_PATHS, { ...dynamic, origin: api }),
        ...behaviors([`${SIGNED_IMAGE_PATH}*`], { ...images, origin: bucket }),
        ...byKey,
        ...bySignature,
        ...byEdge,
        ...behaviors(SITE_PATHS, { ...common, ...policies.site, origin: bucket }),
      ]),
    };
  }

  #commonBehavior(props: DeliveryProps): Omit<BehaviorOptions, "origin"> {
    const https = props.settings.viewerScheme === "https";
    return {
      allowedMethods: AllowedMethods.ALLOW_ALL,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      viewerProtocolPolicy: https ? ViewerProtocolPolicy.REDIRECT_TO_HTTPS : ViewerProtocolPolicy.ALLOW_ALL,
      functionAssociations: [{ function: this.edgeFunction, eventType: FunctionEventType.VIEWER_REQUEST }],
    };
  }

  /** Allows reads of pictures and web pages only. The CDK's own grant would also allow reads of the inputs of jobs. */
  #allowPublicObjects({ bucket }: Storage): void {
    bucket.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal("cloudfront.amazonaws.com")],
        actions: ["s3:GetObject"],
        resources: DELIVERED_PREFIXES.map((prefix) => bucket.arnForObjects(`${prefix}*`)),
        conditions: { StringEquals: { "AWS:SourceArn": this.#arn() } },
      }),
    );
  }

  /**
   * Creates separate policies for the actions on the distribution. The roles' own policies must exist before the
   * functions, and the functions must exist before the distribution.
   */
  #allowActions(functions: readonly ServiceFunction[]): void {
    for (const { declaration, role } of functions) {
      const { name, distributionActions: actions = [] } = declaration;
      if (actions.length === 0) continue;
      new Policy(this, `Invalidation-${name}`, {
        roles: [requireRole(name, role)],
        statements: [new PolicyStatement({ actions: [...actions], resources: [this.#arn()] })],
      });
    }
  }

  #arn(): string {
    return `arn:${Aws.PARTITION}:cloudfront::${Aws.ACCOUNT_ID}:distribution/${this.distribution.distributionId}`;
  }
}

/**
 * Returns the comment of the distribution. It contains the number of the rotation, because CloudFormation reads the
 * origin secret again only in an update that changes the distribution.
 */
function commentOf({ stageName, originSecretRotation: rotation }: Settings): string {
  const comment = `Image render service, ${stageName}`;
  return rotation === 0 ? comment : `${comment}, origin secret rotation ${rotation}`;
}

function requireRole(name: string, role: IRole | undefined): IRole {
  if (role === undefined) throw new Error(`The function ${name} has no role.`);
  return role;
}

function behaviors(paths: readonly string[], behavior: BehaviorOptions): (readonly [string, BehaviorOptions])[] {
  return paths.map((path) => [path, behavior] as const);
}

/**
 * Returns the path patterns of routes: `{name}` becomes `*`. The number of patterns is limited, so a pattern that
 * another one covers is left out.
 */
function pathsOf(routes: readonly Route[], ...admits: readonly RouteAccess[]): string[] {
  const paths = routes.filter(({ access }) => admits.includes(access)).map(({ path }) => path.replace(/\{\w+\}/g, "*"));
  return [...new Set(paths)].filter((path) => !paths.some((other) => other !== path && covers(other, path)));
}

/** Returns whether every path of the second pattern matches the first. In CloudFront, `*` also matches slashes. */
function covers(pattern: string, path: string): boolean {
  const [start = "", ...rest] = pattern.split("*");
  const end = rest.at(-1);
  return end !== undefined && rest.length === 1 && path.startsWith(start) && path.slice(start.length).endsWith(end);
}

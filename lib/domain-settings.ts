/** The settings for custom domain names. */
import * as z from "zod";

const LABEL = "[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?";
const DOMAIN_NAME = new RegExp(`^(?=.{1,253}$)(${LABEL}\\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$`);
const CERTIFICATE_ARN = /^arn:aws[a-z-]*:acm:us-east-1:\d{12}:certificate\/[0-9a-f-]{36}$/;

const domainNameSchema = z.string().regex(DOMAIN_NAME, {
  error: "must be a domain name in lower case such as images.example.com, without scheme, path or wildcard",
});

/** A list of names, or one name as text. The URLs that the service returns contain the first name. */
export const domainNamesSchema = z.preprocess(
  (value) => (typeof value === "string" ? [value] : value),
  z.array(domainNameSchema).refine((names) => new Set(names).size === names.length, {
    error: "must not contain a name twice",
  }),
);

export const certificateArnSchema = z.string().regex(CERTIFICATE_ARN, {
  error:
    "must be the ARN of a certificate in us-east-1, whatever the region of the stack: CloudFront accepts no other. " +
    "For example arn:aws:acm:us-east-1:111122223333:certificate/7c9e6679-7425-40de-944b-e07fc1f90ae7",
});

export interface DomainSettings {
  readonly domainNames: readonly string[];
  readonly certificateArn?: string | undefined;
  readonly viewerScheme: "https" | "http";
}

/** @throws Error if there are names without a certificate, or a certificate without names */
export function checkDomains({ domainNames, certificateArn }: DomainSettings): void {
  if (domainNames.length > 0 === (certificateArn !== undefined)) return;
  const [given, missing] =
    certificateArn === undefined ? ["domainNames", "certificateArn"] : ["certificateArn", "domainNames"];
  throw new Error(
    `The settings in the CDK context are wrong: ${given} needs ${missing}. Set both, or neither. CloudFront accepts a ` +
      "domain name only with a certificate that contains it.",
  );
}

export interface CustomDomain {
  readonly names: readonly string[];
  /** The first name. URLs that the service returns contain it. */
  readonly mainName: string;
  readonly certificateArn: string;
}

/**
 * Returns `undefined` if there are no domain names, or if the stack runs on one machine (`viewerScheme` is `http`). The
 * viewers of such a stack use a loopback address, so URLs with a domain name would not reach it.
 */
export function customDomainOf({
  domainNames,
  certificateArn,
  viewerScheme,
}: DomainSettings): CustomDomain | undefined {
  const [mainName] = domainNames;
  if (mainName === undefined || certificateArn === undefined || viewerScheme === "http") return undefined;
  return { names: domainNames, mainName, certificateArn };
}

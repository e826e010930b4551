/** Selects the origin of a request: that of its behavior, or one that a function selected. */
import * as z from "zod";
import type { DistributionConfig, Origin } from "./distribution-config.js";
import { FunctionValidationError } from "./function-event.js";
import type { OriginChoice } from "./function-sandbox.js";

/** An origin with CloudFront's defaults. */
export interface OriginTarget {
  readonly id: string;
  readonly domainName: string;
  readonly originPath: string;
  /** If undefined: the domain name of the origin, or the host of the viewer if a policy forwards it. */
  readonly hostHeader?: string | undefined;
  readonly customHeaders: readonly (readonly [name: string, value: string])[];
  /** Whether CloudFront signs requests to it (origin access control). */
  readonly signed: boolean;
  readonly isBucket: boolean;
  readonly connectionAttempts: number;
  readonly connectionTimeoutSeconds: number;
  readonly readTimeoutSeconds: number;
  readonly completionTimeoutSeconds?: number | undefined;
}

/** The origin of a request, and the second origin for failover. */
export interface OriginPlan {
  readonly primary: OriginTarget;
  readonly secondary?: OriginTarget | undefined;
  readonly failoverStatuses: ReadonlySet<number>;
}

const hostOverride = z.object({ hostHeader: z.string().optional() });

const updateSchema = z.object({
  domainName: z.string().optional(),
  hostHeader: z.string().optional(),
  originPath: z.string().optional(),
  customHeaders: z.record(z.string(), z.string()).optional(),
  connectionAttempts: z.int().min(1).max(3).optional(),
  originAccessControlConfig: z.object({ enabled: z.boolean(), originType: z.string().optional() }).optional(),
  timeouts: z
    .object({
      readTimeout: z.int().min(1).max(120).optional(),
      responseCompletionTimeout: z.int().min(1).optional(),
      connectionTimeout: z.int().min(1).max(10).optional(),
    })
    .optional(),
});

const groupSchema = z.object({
  originIds: z
    .array(z.union([z.string(), z.object({ originId: z.string(), originOverrides: hostOverride.optional() })]))
    .length(2),
  failoverCriteria: z.object({ statusCodes: z.array(z.int()).min(1) }),
});

/** Selects the origins of a request. Throws a `FunctionValidationError` if the function selected an unknown origin. */
export function planOrigin(config: DistributionConfig, targetId: string, choice: OriginChoice | undefined): OriginPlan {
  const assigned = assignedPlan(config, targetId);
  if (choice === undefined) return assigned;
  if (choice.kind === "update") {
    return { ...assigned, primary: updateOrigin(assigned.primary, read(updateSchema, choice.properties)) };
  }
  if (choice.kind === "select") {
    const { hostHeader } = read(hostOverride, choice.overrides ?? {});
    return {
      primary: selectedOrigin(config, read(z.string(), choice.originId), hostHeader),
      failoverStatuses: new Set(),
    };
  }
  const group = read(groupSchema, choice.group);
  const [primary, secondary] = group.originIds.map((member) =>
    typeof member === "string"
      ? selectedOrigin(config, member, undefined)
      : selectedOrigin(config, member.originId, member.originOverrides?.hostHeader),
  );
  if (primary === undefined) throw new FunctionValidationError("An origin group needs two origins.");
  return { primary, secondary, failoverStatuses: new Set(group.failoverCriteria.statusCodes) };
}

/** Returns the origin or origin group of a behavior. */
function assignedPlan(config: DistributionConfig, targetId: string): OriginPlan {
  const group = config.OriginGroups?.Items?.find(({ Id }) => Id === targetId);
  const [primaryId, secondaryId] = group ? (group.Members.Items ?? []).map(({ OriginId }) => OriginId) : [targetId];
  const primary = findOrigin(config, primaryId ?? targetId);
  if (primary === undefined) throw new Error(`The distribution has no origin ${primaryId ?? targetId}.`);
  return {
    primary,
    secondary: secondaryId === undefined ? undefined : findOrigin(config, secondaryId),
    failoverStatuses: new Set((group?.FailoverCriteria.StatusCodes.Items ?? []).map(Number)),
  };
}

function selectedOrigin(config: DistributionConfig, id: string, hostHeader: string | undefined): OriginTarget {
  const origin = findOrigin(config, id);
  if (origin === undefined)
    throw new FunctionValidationError(`The function selected the origin ${id}, which the distribution does not have.`);
  return hostHeader === undefined ? origin : { ...origin, hostHeader };
}

function findOrigin(config: DistributionConfig, id: string): OriginTarget | undefined {
  const origin = config.Origins.find(({ Id }) => Id === id);
  return origin && withDefaults(origin);
}

function withDefaults(origin: Origin): OriginTarget {
  return {
    id: origin.Id,
    domainName: origin.DomainName,
    originPath: origin.OriginPath ?? "",
    customHeaders: (origin.OriginCustomHeaders ?? []).map(({ HeaderName, HeaderValue }) => [HeaderName, HeaderValue]),
    signed: (origin.OriginAccessControlId ?? "") !== "",
    isBucket: origin.CustomOriginConfig === undefined,
    connectionAttempts: origin.ConnectionAttempts ?? 3,
    connectionTimeoutSeconds: origin.ConnectionTimeout ?? 10,
    readTimeoutSeconds: origin.CustomOriginConfig?.OriginReadTimeout ?? 30,
    completionTimeoutSeconds: origin.ResponseCompletionTimeout,
  };
}

function updateOrigin(origin: OriginTarget, change: z.infer<typeof updateSchema>): OriginTarget {
  const access = change.originAccessControlConfig;
  return {
    ...origin,
    domainName: change.domainName ?? origin.domainName,
    hostHeader: change.hostHeader ?? (change.domainName === undefined ? origin.hostHeader : change.domainName),
    originPath: change.originPath ?? origin.originPath,
    customHeaders: change.customHeaders ? Object.entries(change.customHeaders) : origin.customHeaders,
    signed: access?.enabled ?? origin.signed,
    isBucket: access?.originType === undefined ? origin.isBucket : access.originType === "s3",
    connectionAttempts: change.connectionAttempts ?? origin.connectionAttempts,
    connectionTimeoutSeconds: change.timeouts?.connectionTimeout ?? origin.connectionTimeoutSeconds,
    readTimeoutSeconds: change.timeouts?.readTimeout ?? origin.readTimeoutSeconds,
    completionTimeoutSeconds: change.timeouts?.responseCompletionTimeout ?? origin.completionTimeoutSeconds,
  };
}

function read<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new FunctionValidationError(
    `The function selected an origin with invalid arguments: ${z.prettifyError(result.error)}`,
  );
}

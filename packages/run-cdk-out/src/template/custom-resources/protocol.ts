/** The messages between CloudFormation and the function of a custom resource. */
import * as z from "zod";
import type { ResolvedValue } from "../resolve.js";

/** The largest response of a custom resource that CloudFormation accepts. */
export const MAX_RESPONSE_BYTES = 4_096;

/** The request of CloudFormation to the function. */
export type CustomResourceRequest = CreateRequest | UpdateRequest | DeleteRequest;

interface RequestBase {
  readonly ServiceToken: string;
  readonly ResponseURL: string;
  readonly StackId: string;
  readonly RequestId: string;
  readonly ResourceType: string;
  readonly LogicalResourceId: string;
  readonly ResourceProperties: CustomResourceProperties;
}
interface CreateRequest extends RequestBase {
  readonly RequestType: "Create";
}
interface UpdateRequest extends RequestBase {
  readonly RequestType: "Update";
  readonly PhysicalResourceId: string;
  readonly OldResourceProperties: CustomResourceProperties;
}
interface DeleteRequest extends RequestBase {
  readonly RequestType: "Delete";
  readonly PhysicalResourceId: string;
}

/** Properties as CloudFormation sends them: numbers and booleans have become strings. */
export type CustomResourceProperties = Readonly<Record<string, ResolvedValue>>;

const correlation = { StackId: z.string(), RequestId: z.string(), LogicalResourceId: z.string() };

/** The response of the function, which it sends with a PUT to the `ResponseURL`. */
export const customResourceResponseSchema = z.discriminatedUnion("Status", [
  z.object({
    ...correlation,
    Status: z.literal("SUCCESS"),
    PhysicalResourceId: z.string().min(1),
    NoEcho: z.boolean().optional(),
    Data: z.record(z.string(), z.json()).optional(),
  }),
  z.object({
    ...correlation,
    Status: z.literal("FAILED"),
    Reason: z.string().min(1),
    PhysicalResourceId: z.string().optional(),
  }),
]);

export type CustomResourceResponse = z.infer<typeof customResourceResponseSchema>;
export type CustomResourceSuccess = Extract<CustomResourceResponse, { Status: "SUCCESS" }>;

/** Turns every number and boolean into a string, as CloudFormation does. */
export function stringifyScalars(value: ResolvedValue): ResolvedValue {
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (Array.isArray(value)) return (value as readonly ResolvedValue[]).map(stringifyScalars);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, stringifyScalars(item)]));
}

/**
 * Custom resources by CloudFormation's own protocol: a request to the function, its answer by a PUT to a URL.
 *
 * A resource whose properties are those of the last run is left alone; changed ones get an Update; one that is gone from
 * the template, or whose Update answered with another physical id, gets a Delete at the end.
 */
import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { type Identity, type ResolvedResource } from "../resource.js";
import { TemplateError } from "../template-error.js";
import { type CustomResourceRecord, CustomResourceState } from "./custom-resource-state.js";
import {
  type CustomResourceProperties,
  type CustomResourceRequest,
  type CustomResourceSuccess,
  customResourceResponseSchema,
  MAX_RESPONSE_BYTES,
  stringifyScalars,
} from "./protocol.js";
import { type ResponseReceiver } from "./response-receiver.js";

/** What came of running the function once. */
export interface FunctionOutcome {
  /** Set when the function failed: Lambda's word for how. */
  readonly functionError?: string;
  readonly payload: Buffer;
}

export interface CustomResourcesOptions {
  readonly stackId: string;
  readonly stateFile: string;
  readonly receiver: ResponseReceiver;
  /** Runs a function by its ARN; rejects for one that doesn't exist. */
  readonly invoke: (functionArn: string, event: CustomResourceRequest) => Promise<FunctionOutcome>;
  /** Told of what a person may want to know. */
  readonly onNotice: (notice: string) => void;
}

type RequestKind =
  | { readonly RequestType: "Create" }
  | {
      readonly RequestType: "Update";
      readonly PhysicalResourceId: string;
      readonly OldResourceProperties: CustomResourceProperties;
    }
  | { readonly RequestType: "Delete"; readonly PhysicalResourceId: string };

interface Target {
  readonly logicalId: string;
  readonly type: string;
  readonly properties: CustomResourceProperties;
}

/** Whether a resource type is a custom one. */
export const isCustomResource = (type: string): boolean =>
  type === "AWS::CloudFormation::CustomResource" || type.startsWith("Custom::");

/** The custom resources of one stack. */
export class CustomResources {
  readonly #options: CustomResourcesOptions;
  readonly #state: CustomResourceState;

  constructor(options: CustomResourcesOptions) {
    this.#options = options;
    this.#state = new CustomResourceState(options.stateFile);
  }

  /** Creates or updates the resource, if its properties ask for it. A FAILED answer is thrown with its reason. */
  async provision({ logicalId, type, properties: given }: ResolvedResource): Promise<Identity> {
    const properties = stringifyScalars(given) as Record<string, z.core.util.JSONType>;
    const known = this.#state.get(logicalId);
    if (known && isDeepStrictEqual(known.properties, properties)) return identityOf(known);
    const kind: RequestKind = known
      ? {
          RequestType: "Update",
          PhysicalResourceId: known.physicalResourceId,
          OldResourceProperties: known.properties,
        }
      : { RequestType: "Create" };
    const answer = await this.#request({ logicalId, type, properties }, kind);
    const { PhysicalResourceId: physicalResourceId, Data: data = {}, NoEcho: noEcho = false } = answer;
    const record = { type, properties, physicalResourceId, data, noEcho };
    this.#state.put(logicalId, record);
    return identityOf(record);
  }

  /** Deletes what the template no longer has. As in CloudFormation's clean-up, a failure here stops nothing. */
  async cleanUp(present: ReadonlySet<string>): Promise<void> {
    this.#state.retain(present);
    for (const entry of this.#state.obsolete()) {
      const { logicalId, record } = entry;
      try {
        await this.#request(
          { logicalId, type: record.type, properties: record.properties },
          { RequestType: "Delete", PhysicalResourceId: record.physicalResourceId },
        );
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        this.#options.onNotice(`could not delete ${record.physicalResourceId}, and leaves it: ${reason}`);
      }
      this.#state.forget(entry);
    }
  }

  async #request({ logicalId, type, properties }: Target, kind: RequestKind): Promise<CustomResourceSuccess> {
    const { receiver, stackId, invoke } = this.#options;
    const serviceToken = properties["ServiceToken"];
    if (typeof serviceToken !== "string") throw new TemplateError(`${logicalId}.ServiceToken`, "is missing");
    const expected = receiver.expect();
    try {
      const request: CustomResourceRequest = {
        ...kind,
        ServiceToken: serviceToken,
        ResponseURL: expected.url,
        StackId: stackId,
        RequestId: randomUUID(),
        ResourceType: type,
        LogicalResourceId: logicalId,
        ResourceProperties: properties,
      };
      const body = await Promise.race([expected.body, invoke(serviceToken, request).then(failWithoutAnswer)]).catch(
        (cause: unknown) => {
          throw new TemplateError(logicalId, `${kind.RequestType} failed: ${messageOf(cause)}`, { cause });
        },
      );
      return readAnswer(body, request);
    } finally {
      expected.close();
    }
  }
}

/** The invocation ended; its answer, if it gave one, has arrived before and won the race. */
function failWithoutAnswer({ functionError, payload }: FunctionOutcome): never {
  if (functionError === undefined) throw new Error("the function ended without an answer to the ResponseURL");
  const fault = z.object({ errorType: z.string().optional(), errorMessage: z.string() });
  const parsed = fault.safeParse(JSON.parse(payload.toString("utf8")));
  throw new Error(parsed.success ? parsed.data.errorMessage : `${functionError}: ${payload.toString("utf8")}`);
}

function readAnswer(body: string, request: CustomResourceRequest): CustomResourceSuccess {
  const place = request.LogicalResourceId;
  if (Buffer.byteLength(body) > MAX_RESPONSE_BYTES) {
    throw new TemplateError(place, `the answer exceeds the ${MAX_RESPONSE_BYTES} bytes that CloudFormation takes`);
  }
  const parsed = customResourceResponseSchema.safeParse(parseJson(body));
  if (!parsed.success) {
    throw new TemplateError(place, `the answer is not as CloudFormation expects it:\n${z.prettifyError(parsed.error)}`);
  }
  const answer = parsed.data;
  for (const key of ["StackId", "RequestId", "LogicalResourceId"] as const) {
    if (answer[key] !== request[key]) throw new TemplateError(place, `the answer carries another ${key}`);
  }
  if (answer.Status === "FAILED") throw new TemplateError(place, `${request.RequestType} failed: ${answer.Reason}`);
  return answer;
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function identityOf({ physicalResourceId, data, noEcho }: CustomResourceRecord): Identity {
  return { physicalId: physicalResourceId, attributes: data, noEcho };
}

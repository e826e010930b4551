/**
 * Custom resources, with CloudFormation's protocol: a request to the function, which sends its response with a PUT to a
 * URL.
 *
 * A resource with the properties of the last run is unchanged. A resource with other properties gets an Update. A
 * resource that is no longer in the template, or whose Update returned another physical ID, gets a Delete at the end.
 */
import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import type { Identity, ResolvedResource } from "../resource.js";
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
import type { ResponseReceiver } from "./response-receiver.js";

export interface FunctionOutcome {
  /** Lambda's name for the kind of failure. Present if the function failed. */
  readonly functionError?: string;
  readonly payload: Buffer;
}

export interface CustomResourcesOptions {
  readonly stackId: string;
  readonly stateFile: string;
  readonly receiver: ResponseReceiver;
  /** Runs a function by its ARN. Rejects if it does not exist. */
  readonly invoke: (functionArn: string, event: CustomResourceRequest) => Promise<FunctionOutcome>;
  /** Receives messages for the user. */
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

export const isCustomResource = (type: string): boolean =>
  type === "AWS::CloudFormation::CustomResource" || type.startsWith("Custom::");

/** A response with the status FAILED. */
class FailedResponse extends TemplateError {
  constructor(
    place: string,
    problem: string,
    readonly physicalResourceId: string | undefined,
  ) {
    super(place, problem);
  }
}

/** The custom resources of one stack. */
export class CustomResources {
  readonly #options: CustomResourcesOptions;
  readonly #state: CustomResourceState;
  /** Resources whose creation failed. CloudFormation deletes them too, because the function may have created a part. */
  readonly #failed: { readonly target: Target; readonly physicalResourceId: string }[] = [];

  constructor(options: CustomResourcesOptions) {
    this.#options = options;
    this.#state = new CustomResourceState(options.stateFile);
  }

  /**
   * Creates or updates the resource if necessary. Throws the reason of a FAILED response.
   *
   * @param refusesResponse lets a creation fail after the function has done its work
   */
  async provision(
    { logicalId, type, properties: given }: ResolvedResource,
    refusesResponse = false,
  ): Promise<Identity> {
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
    const target = { logicalId, type, properties };
    const response = await this.#request(target, kind, refusesResponse).catch((error: unknown) => {
      const physicalResourceId = error instanceof FailedResponse ? error.physicalResourceId : undefined;
      if (!known) this.#failed.push({ target, physicalResourceId: physicalResourceId ?? logicalId });
      throw error;
    });
    const { PhysicalResourceId: physicalResourceId, Data: data = {}, NoEcho: noEcho = false } = response;
    const record = { type, properties, physicalResourceId, data, noEcho };
    this.#state.put(logicalId, record);
    return identityOf(record);
  }

  /**
   * Deletes resources that are no longer in the template. As in CloudFormation, a failure does not stop the cleanup.
   */
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
        this.#options.onNotice(`${record.physicalResourceId} could not be deleted and still exists: ${reason}`);
      }
      this.#state.forget(entry);
    }
  }

  /** Deletes a resource with its stack. Throws the reason of a FAILED response. */
  async delete(logicalId: string): Promise<void> {
    const record = this.#state.get(logicalId);
    if (record === undefined) return;
    const { type, properties, physicalResourceId } = record;
    await this.#request(
      { logicalId, type, properties },
      { RequestType: "Delete", PhysicalResourceId: physicalResourceId },
    );
    this.#state.remove(logicalId);
  }

  /** Deletes resources whose creation failed, with the parts that their functions have created. */
  async deleteFailed(): Promise<void> {
    for (const { target, physicalResourceId } of this.#failed.splice(0)) {
      await this.#request(target, { RequestType: "Delete", PhysicalResourceId: physicalResourceId });
    }
  }

  async #request(
    { logicalId, type, properties }: Target,
    kind: RequestKind,
    refusesResponse = false,
  ): Promise<CustomResourceSuccess> {
    const { receiver, stackId, invoke } = this.#options;
    const serviceToken = properties["ServiceToken"];
    if (typeof serviceToken !== "string") throw new TemplateError(`${logicalId}.ServiceToken`, "is missing");
    const expected = receiver.expect();
    if (refusesResponse) expected.close();
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
      const body = await Promise.race([expected.body, invoke(serviceToken, request).then(failWithoutResponse)]).catch(
        (cause: unknown) => {
          throw new TemplateError(logicalId, `${kind.RequestType} failed: ${messageOf(cause)}`, { cause });
        },
      );
      return readResponse(body, request);
    } finally {
      expected.close();
    }
  }
}

/**
 * Throws the failure of an invocation that has ended without a response. A response would have arrived before the end.
 */
function failWithoutResponse({ functionError, payload }: FunctionOutcome): never {
  if (functionError === undefined) throw new Error("the function ended without a response to the ResponseURL");
  const failure = z.object({ errorType: z.string().optional(), errorMessage: z.string() });
  const parsed = failure.safeParse(JSON.parse(payload.toString("utf8")));
  throw new Error(parsed.success ? parsed.data.errorMessage : `${functionError}: ${payload.toString("utf8")}`);
}

function readResponse(body: string, request: CustomResourceRequest): CustomResourceSuccess {
  const place = request.LogicalResourceId;
  if (Buffer.byteLength(body) > MAX_RESPONSE_BYTES) {
    throw new TemplateError(place, `the response exceeds the ${MAX_RESPONSE_BYTES} bytes that CloudFormation accepts`);
  }
  const parsed = customResourceResponseSchema.safeParse(parseJson(body));
  if (!parsed.success) {
    throw new TemplateError(place, `the response is not valid:\n${z.prettifyError(parsed.error)}`);
  }
  const response = parsed.data;
  for (const key of ["StackId", "RequestId", "LogicalResourceId"] as const) {
    if (response[key] !== request[key])
      throw new TemplateError(place, `the response has another ${key} than the request`);
  }
  if (response.Status === "FAILED") {
    throw new FailedResponse(place, `${request.RequestType} failed: ${response.Reason}`, response.PhysicalResourceId);
  }
  return response;
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

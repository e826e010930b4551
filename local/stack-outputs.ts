import * as z from "zod";

const outputsSchema = z.object({
  /** The ARN of the secret. Its value is the first API key, or a JSON object that contains the key as `apiKey`. */
  ApiKeySecretArn: z.string(),
  WorkspaceId: z.string(),
  /** The IDs of the starter templates by name, as JSON. */
  Templates: z.string().default("{}"),
  /** The body of a sample create-render request, as JSON. */
  SampleRequest: z.string().optional(),
});

export interface StackOutputs {
  readonly apiKey: string;
  readonly workspaceId: string;
  /** The IDs of the starter templates by name. */
  readonly templates: Readonly<Record<string, string>>;
  /** The body of a sample create-render request. */
  readonly sampleBody: string | undefined;
}

/**
 * Reads the values that a caller of the service needs from the stack's outputs.
 *
 * @throws Error that names a missing or malformed output
 */
export function readStackOutputs(
  outputs: Readonly<Record<string, string>>,
  readSecret: (arn: string) => string | undefined,
): StackOutputs {
  const parsed = outputsSchema.safeParse(outputs);
  if (!parsed.success) throw new Error(`The stack's outputs are not as expected:\n${z.prettifyError(parsed.error)}`);
  const { ApiKeySecretArn, WorkspaceId, Templates, SampleRequest } = parsed.data;
  const templates = z.record(z.string(), z.string()).safeParse(parseJson(Templates));
  if (!templates.success) throw new Error(`The output Templates is not a JSON object of strings: ${Templates}`);
  const secret = readSecret(ApiKeySecretArn);
  if (secret === undefined) {
    throw new Error(`The secret of the output ApiKeySecretArn does not exist: ${ApiKeySecretArn}`);
  }
  const inObject = z.object({ apiKey: z.string() }).safeParse(parseJson(secret));
  return {
    apiKey: inObject.success ? inObject.data.apiKey : secret,
    workspaceId: WorkspaceId,
    templates: templates.data,
    sampleBody: SampleRequest,
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

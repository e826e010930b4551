import * as z from "zod";

const outputsSchema = z.object({
  /** ARN of the secret whose value is the first API key, or a JSON object that has it as `apiKey`. */
  ApiKeySecretArn: z.string(),
  WorkspaceId: z.string(),
  /** IDs of the starter templates by name, as JSON. */
  Templates: z.string().default("{}"),
  /** Body of a create-render request to try the service with, as JSON. */
  SampleRequest: z.string().optional(),
});

export interface StackOutputs {
  readonly apiKey: string;
  readonly workspaceId: string;
  /** IDs of the starter templates by name. */
  readonly templates: Readonly<Record<string, string>>;
  /** Body of a create-render request to try the service with. */
  readonly sampleBody: string | undefined;
}

/** Reads from the stack's outputs how to use the service. Throws an error that names a missing or malformed output. */
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

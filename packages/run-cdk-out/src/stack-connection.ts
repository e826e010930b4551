/** Reads from the stack's outputs how to use the service. */
import * as z from "zod";
import { type ReadSecret } from "./template/dynamic-references.js";
import { type ProvisionedStack } from "./template/stack.js";
import { type Connection } from "./state/connection-file.js";

const outputsSchema = z.object({
  /** ARN of the secret whose value is the first API key, or a JSON object with it as `apiKey`. */
  ApiKeySecretArn: z.string(),
  WorkspaceId: z.string(),
  /** Ids of the starter templates by name, as JSON. */
  Templates: z.string().default("{}"),
  /** Body of a create-render request to try the service with, as JSON. */
  SampleRequest: z.string().optional(),
});

/** What the outputs tell: what goes into the connection file, and a request to try. */
export interface StackConnection {
  readonly connection: Pick<Connection, "apiKey" | "workspaceId" | "templates">;
  readonly sampleBody: string | undefined;
}

/** Reads the outputs; one that is missing or malformed is an error that names it. */
export function readConnection(stack: ProvisionedStack, readSecret: ReadSecret): StackConnection {
  const parsed = outputsSchema.safeParse(stack.outputs);
  if (!parsed.success) throw new Error(`The stack's outputs are not as expected:\n${z.prettifyError(parsed.error)}`);
  const { ApiKeySecretArn, WorkspaceId, Templates, SampleRequest } = parsed.data;
  const templates = z.record(z.string(), z.string()).safeParse(parseJson(Templates));
  if (!templates.success) throw new Error(`The output Templates is not a JSON object of texts: ${Templates}`);
  const secret = readSecret(ApiKeySecretArn);
  if (secret === undefined)
    throw new Error(`The secret of the output ApiKeySecretArn does not exist: ${ApiKeySecretArn}`);
  const inObject = z.object({ apiKey: z.string() }).safeParse(parseJson(secret));
  return {
    connection: {
      apiKey: inObject.success ? inObject.data.apiKey : secret,
      workspaceId: WorkspaceId,
      templates: templates.data,
    },
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

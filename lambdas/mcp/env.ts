/** The environment of the mcp function. */
import * as z from "zod";
import { commonEnvironment, jsonVariable } from "../shared/environment.js";

export const mcpEnvironmentSchema = z.object({
  ...commonEnvironment,
  /** The address of the service. The function sends keys to it, so it does not take it from a request. */
  BASE_URL: z.url(),
  /** JSON: origins whose pages may call the function. */
  CORS_ORIGINS: jsonVariable(z.array(z.string())),
  /** The issuer of an authorization server. Empty if there is none. */
  AUTHORIZATION_SERVER: z.union([z.literal(""), z.url()]),
});

/** The scopes of API keys. */
import * as z from "zod";

/**
 * - `render`: render, mint, read templates and usage.
 * - `templates`: create and change templates, upload files.
 * - `admin`: manage the workspace's keys.
 * - `operator`: manage all workspaces of the deployment and the signing keys.
 */
export const scopeSchema = z.enum(["render", "templates", "admin", "operator"]);
export type Scope = z.infer<typeof scopeSchema>;

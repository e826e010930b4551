/** What an API key may be used for. */
import * as z from "zod";

/**
 * `render` renders, mints and reads templates and usage; `templates` authors templates and uploads files; `admin` keeps
 * the workspace's keys; `operator` keeps the workspaces of the whole deployment.
 */
export const scopeSchema = z.enum(["render", "templates", "admin", "operator"]);
export type Scope = z.infer<typeof scopeSchema>;

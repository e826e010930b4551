/** The environment of the preview function. */
import * as z from "zod";
import { httpEnvironment } from "../shared/http-environment.js";
import { renderingEnvironment } from "../shared/rendering-environment.js";

export const previewEnvironmentSchema = z.object({
  ...httpEnvironment,
  ...renderingEnvironment,
  TEMPLATES_TABLE: z.string(),
  WORKSPACES_TABLE: z.string(),
  BUCKET: z.string(),
});

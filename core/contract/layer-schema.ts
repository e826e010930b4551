/** The layer schema of a template: what requests can change. */
import { overridesDescriptionSchema } from "@image-render/engine/document";
import * as z from "zod";

export const layerSchemaResponse = z.object({
  id: z.string(),
  name: z.string(),
  version: z.int(),
  ...overridesDescriptionSchema.shape,
  /** The JSON Schema of a create-render body for this template. */
  jsonSchema: z.record(z.string(), z.unknown()),
});
export type LayerSchemaResponse = z.infer<typeof layerSchemaResponse>;

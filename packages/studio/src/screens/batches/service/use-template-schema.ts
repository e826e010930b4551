import type { LayerSchema } from "@image-render/client";
import { irs } from "../../../service/irs.js";
import { type Resource, useResource } from "../../../service/use-resource.js";
import type { SheetTemplate } from "../model/sheet.js";

/** Reads what requests can change in the version of a sheet. */
export function useTemplateSchema({ id, version }: Pick<SheetTemplate, "id" | "version">): Resource<LayerSchema> {
  return useResource(`templates/schema/${id}/${version}`, (signal) => irs.templates.schema(id, { version, signal }));
}

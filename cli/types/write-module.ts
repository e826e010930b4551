/** Writes the module with the IDs and types of templates. */
import { AttributeTypes } from "./attribute-types.js";
import { layerTypes } from "./layer-types.js";
import type { TemplateFacts } from "./template-facts.js";
import { byName, commentText, keyText, objectText, propertyLines } from "./type-text.js";
import { variablesType } from "./variable-types.js";

/** The first line of each module. The command overwrites only files that begin with it. */
export const MODULE_MARK = "/** Written by `irs types`. Do not edit it: run the command again. */";

/**
 * Returns the text of the module. The same templates give the same text, regardless of their order.
 * @param from says where the templates are from, for the comment at the top
 */
export function writeModule(templates: readonly TemplateFacts[], from: string): string {
  const sorted = templates.map((template) => ({ ...template, id: template.id.toLowerCase() })).sort(byId);
  const named = withUniqueNames(sorted).sort(byName);
  const attributeTypes = new AttributeTypes();
  const layers = layerTypes(
    named.flatMap((template) => template.layers),
    attributeTypes,
  );
  const types = named.map((template) => ({
    name: template.name,
    isRequired: true,
    type: objectText(
      [
        {
          name: "layers",
          isRequired: true,
          type: objectText(
            template.layers.map((layer) => ({ name: layer.name, type: layers.typeOf(layer, "      ") })),
            "    ",
          ),
        },
        { name: "variables", isRequired: true, type: variablesType(template.variables, "    ") },
      ],
      "  ",
    ),
  }));
  const ids = named.map(
    ({ name, id }) => `  ${valueKey(name)}: ${JSON.stringify(id)} as TemplateId<Templates[${JSON.stringify(name)}]>,`,
  );
  return [
    MODULE_MARK,
    "/* eslint-disable */",
    `// Templates of ${commentText(from)}`,
    ...(named.length === 0 ? [] : ['import type { TemplateId } from "@image-render/client";']),
    "",
    ...attributeTypes.aliases.map(({ name, type }) => `export type ${name} = ${type};\n`),
    ...layers.declarations.map((declaration) => `${declaration}\n`),
    "/** The layers and variables of each template, by the name of the template. */",
    ["export interface Templates {", ...propertyLines(types, "  "), "}"].join("\n"),
    "",
    "/** The ID of each template, by its name. */",
    ["export const templates = {", ...ids, "} as const;"].join("\n"),
    "",
  ].join("\n");
}

/**
 * Adds the ID to names that several templates have. A number would move to another template when one of them is
 * deleted.
 */
function withUniqueNames(templates: readonly TemplateFacts[]): TemplateFacts[] {
  const counts = new Map<string, number>();
  for (const { name } of templates) counts.set(name, (counts.get(name) ?? 0) + 1);
  return templates.map((template) =>
    counts.get(template.name) === 1 ? template : { ...template, name: `${template.name} (${template.id})` },
  );
}

/** In a value, `__proto__` as a plain key would set the prototype. */
function valueKey(name: string): string {
  return name === "__proto__" ? '["__proto__"]' : keyText(name);
}

function byId(a: TemplateFacts, b: TemplateFacts): number {
  return a.id < b.id ? -1 : Number(a.id > b.id);
}

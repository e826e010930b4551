/** The tables of `template-format.md`. They derive from the schemas, so they are always right. */
import * as z from "zod";
import { type AttributeKind, type Attributes, shapeOf } from "../packages/engine/src/document/attributes/attribute.js";
import { documentFontSchema } from "../packages/engine/src/document/attributes/document-fonts.js";
import { LAYERS } from "@image-render/engine/document";
import { FORMATS, IMAGE_FORMATS, listNames } from "@image-render/engine/formats";
import { shadowSchema } from "../packages/engine/src/document/attributes/shadow.js";
import { commonAttributes } from "../packages/engine/src/document/attributes/shared-attributes.js";
import { BASES } from "./pictures/attribute-samples.js";
import { sampleOf } from "./pictures/sample-of.js";
import { FILTERS } from "../packages/engine/src/document/text-template/filters.js";

interface Property {
  readonly description?: string;
  readonly default?: unknown;
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly maxLength?: number;
  readonly anyOf?: readonly Property[];
  readonly oneOf?: readonly Property[];
}

/** The document with a new table between each pair of marks, `<!-- table: name -->` and `<!-- end -->`. */
export function withTables(markdown: string): string {
  return markdown.replace(
    /(<!-- table: (\w+) -->\n)[\s\S]*?(<!-- end -->)/g,
    (_whole, open: string, name: string, close: string) => `${open}${tableOf(name)}\n${close}`,
  );
}

function tableOf(name: string): string {
  if (name === "filters") return filterTable();
  if (name === "sides") return sidesSentence();
  if (name === "fonts") return keyTable(documentFontSchema);
  if (name === "shadows") return keyTable(shadowSchema);
  if (name === "common") return attributeTable("shared", commonAttributes, z.object(shapeOf(commonAttributes)));
  const layer = LAYERS.find(name);
  if (layer === undefined) throw new Error(`There is no table ${name}.`);
  const own = Object.entries(layer.definition.attributes).filter(
    ([key]) => key !== "type" && !Object.hasOwn(commonAttributes, key),
  );
  const picture = name in BASES ? `\n![A layer of the type ${name}](images/format/${name}.webp)\n` : "";
  return picture + attributeTable(name, Object.fromEntries(own), layer.schema);
}

/** The attributes that are objects or lists of objects, with links to the sections about them. */
const OBJECTS: ReadonlyMap<string, string> = new Map([
  ["shadows", "list of [shadows](#shadows)"],
  ["mask", "[mask](#masks)"],
]);

/** Returns the table of the attributes of a type, with a small picture of each that can be seen. */
function attributeTable(type: string, attributes: Attributes, schema: z.ZodObject): string {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: "input" });
  const rows = Object.entries(attributes).map(([name, { override }]) => {
    const property = properties[name] as Property;
    const sample = sampleOf(type, name);
    const meaning = override?.label ?? property.description ?? "";
    const standard = required.includes(name) ? "required" : defaultOf(property);
    return [
      `\`${name}\`${override === undefined ? " †" : ""}`,
      OBJECTS.get(name) ?? typeOf(property, override?.kind),
      standard,
      meaning,
      sample === undefined ? "" : `![](images/format/${sample})`,
    ];
  });
  return table(["attribute", "value", "default", "meaning", "picture"], rows);
}

/** Returns the table of the keys of an object. */
function keyTable(schema: z.ZodObject): string {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: "input" });
  const rows = Object.entries(properties).map(([key, value]) => {
    const property = value as Property;
    const standard = required.includes(key) ? "required" : defaultOf(property);
    return [`\`${key}\``, typeOf(property, undefined), standard, property.description ?? ""];
  });
  return table(["key", "value", "default", "meaning"], rows);
}

function sidesSentence(): string {
  const limits = IMAGE_FORMATS.flatMap((format) => {
    const { maxSidePx } = FORMATS[format];
    return maxSidePx === undefined ? [] : [`${maxSidePx.toLocaleString("en-US")} pixels in \`${format}\``];
  });
  return `\nA side of a picture has at most ${listNames(limits, "and")}.\n`;
}

function filterTable(): string {
  const rows = Object.entries(FILTERS).map(([name, { usage, accepts }]) => [`\`${name}\``, accepts.join(", "), usage]);
  return table(["filter", "of", "used as"], rows);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return ["", line(head), line(head.map(() => "---")), ...rows.map(line), ""].join("\n");
}

function defaultOf({ default: standard }: Property): string {
  if (standard === undefined) return "–";
  return standard === "" ? "empty" : `\`${typeof standard === "string" ? standard : JSON.stringify(standard)}\``;
}

function typeOf(property: Property, kind: AttributeKind | undefined): string {
  const branches = property.anyOf ?? property.oneOf;
  if (branches !== undefined && branches.some(({ type }) => type === "object")) return "gradient";
  if (branches !== undefined) return branches.map((branch) => typeOf(branch, kind)).join(" or ");
  if (property.const !== undefined) return `\`${property.const}\``;
  if (property.enum !== undefined) return property.enum.map((value) => `\`${String(value)}\``).join(", ");
  switch (property.type) {
    case "number":
    case "integer":
      return rangeOf(property);
    case "string":
      return kind === "color" ? "color" : kind === "url" ? "image address" : textOf(property);
    case "boolean":
      return "true or false";
    case "array":
      return "layers";
    default:
      return property.type ?? "";
  }
}

function rangeOf({ type, minimum, exclusiveMinimum, maximum }: Property): string {
  const least = exclusiveMinimum === undefined ? String(minimum) : `over ${exclusiveMinimum}`;
  return `${type === "integer" ? "whole number" : "number"}, ${least} to ${String(maximum)}`;
}

function textOf({ maxLength }: Property): string {
  return maxLength === undefined ? "text" : `text, up to ${maxLength} characters`;
}

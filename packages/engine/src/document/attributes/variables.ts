/** The variables of a document: their types, limits and defaults. */
import * as z from "zod";
import { closedObject } from "./closed-object.js";

export const MAX_VARIABLES = 100;
/** The maximum number of objects in one list. */
export const MAX_ITEMS = 200;
const MAX_FIELDS = 50;
/** The maximum number of characters of a text in a variable. */
export const MAX_STRING_LENGTH = 10_000;
const MAX_CHOICES = 100;
const MAX_CHOICE_LENGTH = 200;

/** The name of a variable, of a field, or of the item of a repeat. */
export const variableNameSchema = z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,63}$/, {
  error: "It must be 1 to 64 letters, digits or underscores, and start with a letter.",
});

const textSchema = z.string().max(MAX_STRING_LENGTH);
const lengthSchema = z.int().min(0).max(MAX_STRING_LENGTH).optional();

const common = {
  name: variableNameSchema,
  required: z
    .boolean()
    .optional()
    .describe(
      "Whether a request must set it, to a value that is not empty. The default is for previews of unsaved documents.",
    ),
};

const string = {
  ...common,
  type: z.literal("string"),
  min_length: lengthSchema.describe("The smallest number of characters."),
  max_length: lengthSchema.describe("The greatest number of characters."),
  default: textSchema.default(""),
};

const number = {
  ...common,
  type: z.literal("number"),
  min: z.number().optional().describe("The smallest number."),
  max: z.number().optional().describe("The greatest number."),
  default: z.number().default(0),
};

const boolean = { ...common, type: z.literal("boolean"), default: z.boolean().default(false) };

const color = { ...common, type: z.literal("color"), default: textSchema.default("#000000") };

const image = {
  ...common,
  type: z.literal("image"),
  fallback: textSchema
    .optional()
    .describe("The image that layers show if the image of the variable is unavailable: an address or an upload."),
  default: textSchema.default("").describe("An address or the path of an upload. An empty text is no image."),
};

const date = {
  ...common,
  type: z.literal("date"),
  default: textSchema.default("").describe("An ISO 8601 date, with or without a time. An empty text is no date."),
};

const choice = {
  ...common,
  type: z.literal("enum"),
  choices: z
    .array(z.string().min(1).max(MAX_CHOICE_LENGTH))
    .min(1)
    .max(MAX_CHOICES)
    .describe("The texts that it can have."),
  default: textSchema.optional().describe("One of the choices. Default: the first one."),
};

/** Creates the schemas of single values. Fields and variables have their own, because API documents name them apart. */
const scalarSchemas = () =>
  [
    closedObject(string),
    closedObject(number),
    closedObject(boolean),
    closedObject(color),
    closedObject(image),
    closedObject(date),
    closedObject(choice),
  ] as const;

/** A field of the objects in a list. */
export const fieldSchema = z.discriminatedUnion("type", scalarSchemas());
/** A variable or a field with a single value. */
export type ScalarVariable = z.infer<typeof fieldSchema>;

const listSchema = closedObject({
  ...common,
  type: z.literal("list"),
  fields: z
    .array(fieldSchema)
    .min(1)
    .max(MAX_FIELDS)
    .describe("The fields of each object, each with its type and default."),
  max_items: z.int().min(1).max(MAX_ITEMS).default(50).describe("The maximum number of objects in a request."),
  default: z
    .array(z.record(z.string(), z.union([textSchema, z.number(), z.boolean()])))
    .max(MAX_ITEMS)
    .default([]),
});
export type ListVariable = z.infer<typeof listSchema>;

export const variableSchema = z.discriminatedUnion("type", [...scalarSchemas(), listSchema]);
export type TemplateVariable = z.infer<typeof variableSchema>;

/** Returns the default of a variable or a field. */
export function defaultOf<Variable extends TemplateVariable>(variable: Variable): NonNullable<Variable["default"]> {
  const given = variable.default as NonNullable<Variable["default"]> | undefined;
  const first = variable.type === "enum" ? variable.choices[0] : undefined;
  return given ?? (first as NonNullable<Variable["default"]>);
}

/** The CloudFormation template as it lies in `cdk.out`: only the parts that the runner reads. */
import * as z from "zod";

/** A value of a template before its intrinsic functions are resolved. */
export type TemplateValue =
  string | number | boolean | null | readonly TemplateValue[] | { readonly [key: string]: TemplateValue };

const templateValue: z.ZodType<TemplateValue> = z.json();

const resourceSchema = z.object({
  Type: z.string(),
  Properties: z.record(z.string(), templateValue).default({}),
  DependsOn: z.union([z.string(), z.array(z.string())]).optional(),
  Condition: z.string().optional(),
  Metadata: z.record(z.string(), z.unknown()).default({}),
});

const parameterSchema = z.object({
  Type: z.string(),
  Default: z.union([z.string(), z.number()]).optional(),
});

const outputSchema = z.object({ Value: templateValue, Condition: z.string().optional() });

/** Reads a template; a macro (`Transform`) is refused, since only CloudFormation itself can expand one. */
export const templateSchema = z.object({
  Transform: z.never({ error: "the template uses a macro (Transform), which can't be expanded here" }).optional(),
  Parameters: z.record(z.string(), parameterSchema).default({}),
  Mappings: z.record(z.string(), z.record(z.string(), z.record(z.string(), templateValue))).default({}),
  Conditions: z.record(z.string(), templateValue).default({}),
  Resources: z.record(z.string(), resourceSchema),
  Outputs: z.record(z.string(), outputSchema).default({}),
});

export type Template = z.infer<typeof templateSchema>;
export type TemplateResource = z.infer<typeof resourceSchema>;

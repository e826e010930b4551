/** The parts of a CloudFormation template that the runner reads. */
import * as z from "zod";

/** A value of a template before its intrinsic functions are resolved. */
export type TemplateValue =
  string | number | boolean | null | readonly TemplateValue[] | { readonly [key: string]: TemplateValue };

const templateValue: z.ZodType<TemplateValue> = z.json();

/** No supported type of resource can have snapshots. */
const deletionPolicySchema = z.enum(["Delete", "Retain", "RetainExceptOnCreate"]);
export type DeletionPolicy = z.infer<typeof deletionPolicySchema>;

const resourceSchema = z.object({
  Type: z.string(),
  Properties: z.record(z.string(), templateValue).default({}),
  DependsOn: z.union([z.string(), z.array(z.string())]).optional(),
  Condition: z.string().optional(),
  DeletionPolicy: deletionPolicySchema.optional(),
  Metadata: z.record(z.string(), z.unknown()).default({}),
});

const parameterSchema = z.object({
  Type: z.string(),
  Default: z.union([z.string(), z.number()]).optional(),
});

const outputSchema = z.object({ Value: templateValue, Condition: z.string().optional() });

const ruleSchema = z.object({
  RuleCondition: templateValue.optional(),
  Assertions: z.array(z.object({ Assert: templateValue, AssertDescription: z.string().optional() })),
});

/** A template. Macros (`Transform`) are refused, because only CloudFormation can expand them. */
export const templateSchema = z.object({
  Transform: z
    .never({ error: "the template uses a macro (Transform), which only CloudFormation can expand" })
    .optional(),
  Parameters: z.record(z.string(), parameterSchema).default({}),
  Mappings: z.record(z.string(), z.record(z.string(), z.record(z.string(), templateValue))).default({}),
  Rules: z.record(z.string(), ruleSchema).default({}),
  Conditions: z.record(z.string(), templateValue).default({}),
  Resources: z.record(z.string(), resourceSchema),
  Outputs: z.record(z.string(), outputSchema).default({}),
});

export type Template = z.infer<typeof templateSchema>;
export type TemplateResource = z.infer<typeof resourceSchema>;

/** Variables of the HTTP functions. `httpEnvironment` in lib/http-environment.ts supplies them. */
import * as z from "zod";
import { plansSchema, withBuiltInPlans } from "../../core/contract/plans.js";
import { commonEnvironment, jsonVariable } from "./environment.js";

export const plansEnvironment = {
  /** JSON: the plans of the deployment's settings by name. The built-in ones are added. */
  PLANS: jsonVariable(plansSchema).transform(withBuiltInPlans),
};

export const httpEnvironment = {
  ...commonEnvironment,
  API_KEYS_TABLE: z.string(),
  LIMITS_TABLE: z.string(),
  ...plansEnvironment,
  ORIGIN_SECRET: z.string(),
  /** JSON: origins whose pages may call the API. */
  CORS_ORIGINS: jsonVariable(z.array(z.string())),
};

export type HttpEnvironment = z.output<z.ZodObject<typeof httpEnvironment>>;

/** Variables that every HTTP function has. */
import * as z from "zod";
import { plansSchema } from "../../core/contract/plans.js";
import { commonEnvironment } from "./environment.js";

const json = <S extends z.ZodType>(schema: S) =>
  z
    .string()
    .transform((text) => JSON.parse(text) as unknown)
    .pipe(schema);

export const plansEnvironment = {
  /** JSON: the deployment's plans by name. */
  PLANS: json(plansSchema),
};

export const httpEnvironment = {
  ...commonEnvironment,
  API_KEYS_TABLE: z.string(),
  LIMITS_TABLE: z.string(),
  ...plansEnvironment,
  ORIGIN_SECRET: z.string(),
  /** JSON: origins whose pages may call the API. */
  CORS_ORIGINS: json(z.array(z.string())),
};

export type HttpEnvironment = z.output<z.ZodObject<typeof httpEnvironment>>;

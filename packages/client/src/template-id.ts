import type { CreateRender } from "./types.js";

declare const contents: unique symbol;

/** The layers and variables that a request can set in a template. */
export interface TemplateContents {
  /** The attributes of each layer, by its name. */
  readonly layers: object;
  readonly variables: object;
}

/**
 * The ID of a template whose layers and variables are known. The compiler accepts only these in a request with this ID.
 * At run time it is a string.
 */
export type TemplateId<Contents extends TemplateContents> = string & { readonly [contents]: Contents };

/** The field `variables`. A request must have it if one of the variables is required. */
type VariablesOf<Variables extends object> =
  Record<string, never> extends Variables ? { readonly variables?: Variables } : { readonly variables: Variables };

/** The fields `layers` and `variables` of a request for a template: exact for a {@link TemplateId}, else loose. */
export type ContentsOf<Template extends string> =
  Template extends TemplateId<infer Contents>
    ? { readonly layers?: Contents["layers"] } & VariablesOf<Contents["variables"]>
    : Pick<CreateRender, "layers" | "variables">;

/** A request that names a template, with the layers and variables of this template. */
export type ForTemplate<Template extends string, Request> = Omit<Request, "template" | "layers" | "variables"> & {
  readonly template: Template;
} & ContentsOf<Template>;

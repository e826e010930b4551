/** The variables and fields of the type `image`. */
import type { TemplateDocument } from "./document.js";
import { pathOfReference } from "./expression/expression-failure.js";
import type { Place } from "./place.js";
import { partsOf } from "./text-template/fill-text.js";

/** Returns the names of all variables that are images. A field of a list is named `list.field`. */
export function imageVariables({ variables }: Pick<TemplateDocument, "variables">): ReadonlySet<string> {
  return new Set(
    variables.flatMap((variable) => {
      if (variable.type !== "list") return variable.type === "image" ? [variable.name] : [];
      return variable.fields.flatMap(({ name, type }) => (type === "image" ? [`${variable.name}.${name}`] : []));
    }),
  );
}

/**
 * Returns the images that replace unavailable images, by the path of the variable in a request without the indexes of
 * items: `variables.photo`, `variables.people.face`.
 */
export function imageFallbacks({ variables }: Pick<TemplateDocument, "variables">): ReadonlyMap<string, string> {
  return new Map(
    variables.flatMap((variable) => {
      const list = variable.type === "list" ? `${variable.name}.` : "";
      return (variable.type === "list" ? variable.fields : [variable]).flatMap((each) =>
        each.type === "image" && (each.fallback ?? "") !== ""
          ? [[`variables.${list}${each.name}`, each.fallback ?? ""] as const]
          : [],
      );
    }),
  );
}

/** Returns the fallback of the image variable that is the whole text, if there is one. */
export function fallbackFor(
  text: string,
  { scope, itemPaths }: Pick<Place, "scope" | "itemPaths">,
  fallbacks: ReadonlyMap<string, string>,
): string | undefined {
  if (fallbacks.size === 0) return undefined;
  const [part, more] = partsOf(text, scope);
  if (part?.kind !== "placeholder" || more !== undefined) return undefined;
  return fallbacks.get(pathOfReference(part.reference, itemPaths).replace(/\[\d+\](?=\.)/, ""));
}

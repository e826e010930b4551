/** A template that begins with HTML: one layer with the HTML, in a size, and the variables that it names. */
import { ApiError, type TemplateDocument } from "@image-render/client";
import { placeholdersOf } from "../../../editor/text/placeholders.js";
import type { Size } from "../size-presets.js";
import type { Problem } from "./problems-of.js";

/** Returns the document of some HTML. A name in braces becomes a variable whose value is its name. */
export function documentOfHtml(html: string, size: Size): TemplateDocument {
  const names = placeholdersOf(html).flatMap(({ expression }) =>
    /^[A-Za-z][A-Za-z0-9_]{0,63}$/.test(expression) ? [expression] : [],
  );
  const variables = [...new Set(names)].map((name) => ({ name, type: "string" as const, default: name }));
  const { width, height } = size;
  return {
    ...size,
    background: "#ffffff",
    ...(variables.length > 0 && { variables }),
    layers: [{ id: "html", name: "html", type: "html", x: 0, y: 0, width, height, html }],
  };
}

/** Returns what the service says about the HTML, by line. The service recognizes JSX, too. */
export function problemsOfHtml(error: Error | undefined): readonly Problem[] {
  if (!(error instanceof ApiError)) return [];
  if (error.issues.length === 0) return [{ line: undefined, message: error.message }];
  return error.issues.map(({ message }) => {
    const [place, line] = /^Line (\d+), column \d+: /.exec(message) ?? [];
    return place === undefined
      ? { line: undefined, message }
      : { line: Number(line), message: message.slice(place.length) };
  });
}

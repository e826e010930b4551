/** Names layers after what the design tool calls them, or after their content. */
import type { XmlElement } from "@image-render/engine/svg";

const MAX_LENGTH = 48;
/** IDs that design tools invent, such as `rect1234`, `Layer_1` or `SVGID_2_`. */
const INVENTED =
  /^(?:text|tspan|rect|path|g|image|use|circle|ellipse|line|svg|polygon|polyline|layer|xmlid|svgid|group|vector|clip|mask|pattern|filter)?[-_ ]*\d+(?:[-_]\d+)*_?$/i;

/** Returns the name that the author gave to an element, if there is one. */
export function labelOf({ attributes }: XmlElement): string | undefined {
  const id = attributes.get("data-name") ?? attributes.get("id");
  // Illustrator writes characters that an ID cannot have as their code: `Sub_x20_title`.
  const text = id?.replace(/_x([0-9A-Fa-f]{2,4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  return text === undefined || INVENTED.test(text) ? undefined : clean(text);
}

/** Returns a text as the name of a layer, or undefined if it has no letters. */
export function clean(text: string): string | undefined {
  const plain = text
    .replace(/[^\p{L}\p{N} _-]+/gu, " ")
    .replace(/\s+/g, " ")
    .replace(/^[^\p{L}\p{N}]+/u, "");
  const name = plain
    .slice(0, MAX_LENGTH)
    .replace(/[\uD800-\uDBFF]$/, "")
    .trim();
  return name === "" ? undefined : name;
}

/** Gives each layer a name and an ID of its own. */
export class Names {
  readonly #names = new Set<string>();
  readonly #ids = new Set<string>();

  /** Returns the next free pair for a preferred name: `Title`, then `Title 2`. */
  take(wished: string): { readonly id: string; readonly name: string } {
    const slug = wished
      .normalize("NFKD")
      .replace(/\p{M}+/gu, "")
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-+|-+$/g, "");
    const id = free(slug === "" ? "layer" : slug, "-", this.#ids);
    return { id, name: free(wished, " ", this.#names) };
  }
}

function free(wished: string, separator: string, taken: Set<string>): string {
  for (let number = 1; ; number++) {
    const name = number === 1 ? wished : `${wished}${separator}${number}`;
    if (taken.has(name)) continue;
    taken.add(name);
    return name;
  }
}

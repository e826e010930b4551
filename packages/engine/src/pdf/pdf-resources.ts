import type { PdfFile } from "./pdf-file.js";
import { num, ref } from "./syntax.js";

/** The kinds of resources that content refers to by name. */
type Kind = "ExtGState" | "Font" | "Pattern" | "XObject";

/** The first letter of the names of each kind. */
const LETTERS: Readonly<Record<Kind, string>> = { ExtGState: "G", Font: "F", Pattern: "P", XObject: "X" };

/**
 * The resources of a file. The page and all groups inside it share one dictionary, so each resource has one name
 * everywhere.
 */
export class PdfResources {
  readonly #file: PdfFile;
  readonly #entries = new Map<Kind, string[]>();
  readonly #states = new Map<string, string>();
  /** The object of the dictionary. */
  readonly object: number;

  constructor(file: PdfFile) {
    this.#file = file;
    this.object = file.reserve();
  }

  /** Adds an object and returns its name. */
  add(kind: Kind, object: number): string {
    const entries = this.#entries.get(kind) ?? [];
    this.#entries.set(kind, entries);
    const name = `/${LETTERS[kind]}${entries.length + 1}`;
    entries.push(`${name} ${ref(object)}`);
    return name;
  }

  /** Returns the name of a graphics state with these entries. */
  state(entries: string): string {
    const known = this.#states.get(entries);
    if (known !== undefined) return known;
    const name = this.add("ExtGState", this.#file.add(`<<${entries}>>`));
    this.#states.set(entries, name);
    return name;
  }

  /** Returns the name of the state with an opacity for fills and strokes. */
  opacity(value: number): string {
    return this.state(`/ca ${num(value)}/CA ${num(value)}`);
  }

  /** Writes the dictionary. No resource can be added afterwards. */
  finish(): void {
    const kinds = [...this.#entries].map(([kind, entries]) => `/${kind}<<${entries.join("")}>>`);
    this.#file.add(`<<${kinds.join("")}>>`, this.object);
  }
}

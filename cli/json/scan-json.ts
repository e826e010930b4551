/**
 * Finds the place of each value in a JSON text, or the place of the first syntax error. `JSON.parse` returns no places,
 * and some of its error messages contain none.
 */
import { type JSONPath, visit } from "jsonc-parser";
import { formatPath } from "@image-render/engine/issues";
import { describeSyntaxError, type JsonSyntaxIssue } from "./syntax-error.js";

/** The maximum depth. No document needs that many levels. The parser is recursive, so the limit protects the stack. */
const MAX_DEPTH = 200;

/** The offsets of keys and array items by path (`layers[2].font_size`). The path "" stands for the whole value. */
export type JsonPlaces = ReadonlyMap<string, number>;

/** Scans a text. It accepts exactly the texts that `JSON.parse` accepts, with at most 200 levels of nesting. */
export function scanJson(text: string): { readonly places: JsonPlaces } | { readonly issue: JsonSyntaxIssue } {
  const scan = new Scan();
  try {
    visit(
      text,
      {
        onObjectBegin: (offset, _length, _line, _column, path) => scan.open(offset, path(), "}"),
        onArrayBegin: (offset, _length, _line, _column, path) => scan.open(offset, path(), "]"),
        onObjectEnd: () => scan.close(),
        onArrayEnd: () => scan.close(),
        onObjectProperty: (key, offset, _length, _line, _column, path) => scan.addKey(offset, [...path(), key]),
        onLiteralValue: (_value, offset, _length, _line, _column, path) => scan.addItem(offset, path()),
        onSeparator: (character, offset) => scan.separate(offset, character),
        onError: (code, offset, length) => {
          throw new Stop(describeSyntaxError(text, { code, offset, length, comma: scan.comma, closers: scan.closers }));
        },
      },
      { disallowComments: true, allowTrailingComma: false },
    );
    return { places: scan.places };
  } catch (error) {
    if (error instanceof Stop) return { issue: error.issue };
    throw error;
  }
}

/** Ends the visit at the first syntax error. */
class Stop extends Error {
  constructor(readonly issue: JsonSyntaxIssue) {
    super(issue.message);
  }
}

/** The state of the visit. */
class Scan {
  readonly places = new Map<string, number>();
  /** The closing brackets that are still missing. */
  readonly closers: string[] = [];
  /** The offset of the last comma. */
  comma = -1;

  open(offset: number, path: JSONPath, closer: string): void {
    this.closers.push(closer);
    if (this.closers.length > MAX_DEPTH) {
      throw new Stop({ offset, message: `Values are nested more than ${MAX_DEPTH} levels deep.` });
    }
    this.addItem(offset, path);
  }

  close(): void {
    this.closers.pop();
  }

  addKey(offset: number, path: JSONPath): void {
    this.places.set(formatPath(path), offset);
  }

  /** Adds the place of an array item. The place of a member is its key, so the value of a member adds no place. */
  addItem(offset: number, path: JSONPath): void {
    if (typeof path.at(-1) !== "string") this.places.set(formatPath(path), offset);
  }

  separate(offset: number, character: string): void {
    if (character === ",") this.comma = offset;
  }
}

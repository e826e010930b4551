/** Parses JSON, and keeps the place of every value, so that a text can change where its document does. */

/** A value and its place. Offsets count UTF-16 units, and `end` is after the last one. */
export interface JsonNode {
  readonly start: number;
  readonly end: number;
  readonly value: unknown;
  /** The members of an object. */
  readonly members?: readonly JsonMember[];
  /** The items of a list. */
  readonly items?: readonly JsonNode[];
}

export interface JsonMember {
  readonly key: string;
  /** The place of the key with its quotation marks. */
  readonly start: number;
  readonly keyEnd: number;
  readonly node: JsonNode;
}

/** The syntax error of a text that is not JSON. */
export type JsonProblem =
  "value" | "key" | "colon" | "comma" | "trailingComma" | "text" | "lineBreak" | "twice" | "after" | "deep";

export interface JsonError {
  readonly at: number;
  readonly problem: JsonProblem;
  /** The key that occurs twice, or the word that is not JSON. */
  readonly word?: string;
}

export type ParsedJson = { readonly root: JsonNode } | { readonly error: JsonError };

/** No document is nested this deeply. The parser is recursive, so the limit protects the stack. */
const MAX_DEPTH = 200;
const SPACE = /[ \t\n\r]*/y;
/** Characters that somebody may have meant as a number or a word. */
const SCALAR = /[^\s,:{}[\]"]+/y;

/** Parses a text. It accepts what `JSON.parse` accepts, except duplicate keys in an object. */
export function parseJson(text: string): ParsedJson {
  try {
    return { root: new Parser(text).parse() };
  } catch (thrown) {
    if (thrown instanceof Stop) return { error: thrown.error };
    throw thrown;
  }
}

/** Ends the parse at the first problem. */
class Stop extends Error {
  constructor(readonly error: JsonError) {
    super(error.problem);
  }
}

class Parser {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  parse(): JsonNode {
    this.#skip();
    const root = this.#value(0);
    this.#skip();
    if (this.#at < this.#text.length) this.#stop("after");
    return root;
  }

  #value(depth: number): JsonNode {
    if (depth > MAX_DEPTH) this.#stop("deep");
    const character = this.#text[this.#at];
    if (character === "{") return this.#object(depth);
    if (character === "[") return this.#list(depth);
    const start = this.#at;
    if (character === '"') {
      const value = this.#string();
      return { start, end: this.#at, value };
    }
    const word = this.#word();
    if (word === "") this.#stop("value");
    try {
      return { start, end: this.#at, value: JSON.parse(word) as unknown };
    } catch {
      return this.#stop("value", start, word);
    }
  }

  #object(depth: number): JsonNode {
    const start = this.#at;
    const members: JsonMember[] = [];
    const keys = new Set<string>();
    this.#elements("}", () => {
      const at = this.#at;
      if (this.#text[at] !== '"') this.#stop("key");
      const key = this.#string();
      if (keys.has(key)) this.#stop("twice", at, key);
      keys.add(key);
      const keyEnd = this.#at;
      this.#skip();
      if (this.#text[this.#at] !== ":") this.#stop("colon");
      this.#at++;
      this.#skip();
      members.push({ key, start: at, keyEnd, node: this.#value(depth + 1) });
    });
    const value = Object.fromEntries(members.map(({ key, node }) => [key, node.value]));
    return { start, end: this.#at, value, members };
  }

  #list(depth: number): JsonNode {
    const start = this.#at;
    const items: JsonNode[] = [];
    this.#elements("]", () => items.push(this.#value(depth + 1)));
    return { start, end: this.#at, value: items.map(({ value }) => value), items };
  }

  /** Reads what is between two brackets. */
  #elements(closer: string, read: () => void): void {
    this.#at++;
    this.#skip();
    let comma: number | undefined;
    while (this.#text[this.#at] !== closer || comma !== undefined) {
      if (this.#text[this.#at] === closer && comma !== undefined) this.#stop("trailingComma", comma);
      read();
      this.#skip();
      comma = this.#text[this.#at] === "," ? this.#at : undefined;
      if (comma === undefined && this.#text[this.#at] !== closer) this.#stop("comma");
      if (comma !== undefined) this.#at++;
      this.#skip();
    }
    this.#at++;
  }

  #string(): string {
    const start = this.#at;
    const end = endOfString(this.#text, start);
    const raw = this.#text.slice(start, end ?? undefined);
    const lineBreak = raw.search(/[\n\r]/);
    if (lineBreak !== -1) this.#stop("lineBreak", start + lineBreak);
    if (end === undefined) this.#stop("text", start);
    this.#at = end;
    try {
      return JSON.parse(raw) as string;
    } catch {
      return this.#stop("text", start);
    }
  }

  #word(): string {
    SCALAR.lastIndex = this.#at;
    const word = SCALAR.exec(this.#text)?.[0] ?? "";
    this.#at += word.length;
    return word;
  }

  #skip(): void {
    SPACE.lastIndex = this.#at;
    this.#at += SPACE.exec(this.#text)?.[0].length ?? 0;
  }

  #stop(problem: JsonProblem, at = this.#at, word?: string): never {
    throw new Stop({ at, problem, ...(word !== undefined && { word }) });
  }
}

/** Strings can be megabytes of a picture, so this looks only at quotation marks. */
function endOfString(text: string, start: number): number | undefined {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (text[at - 1 - backslashes] === "\\") backslashes++;
    if (backslashes % 2 === 0) return at + 1;
  }
  return undefined;
}

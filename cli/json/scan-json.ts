/**
 * Reads a JSON text for its places: where each member and item stands, or where the first fault of the syntax is and what to
 * do about it. `JSON.parse` tells neither the former nor, in every case, the latter.
 */

/** Deeper than any document; the scanner is recursive and must not exhaust the stack. */
const MAX_DEPTH = 200;

/** A fault of the syntax; `offset` counts UTF-16 units from the start of the text. */
export interface JsonSyntaxFault {
  readonly offset: number;
  readonly message: string;
}

/** Offsets by path (`layers[2].font_size`): of a member's key, of an item's value; the whole value's under "". */
export type JsonPlaces = ReadonlyMap<string, number>;

/** Scans a text; it accepts just what `JSON.parse` accepts, up to a nesting of 200. */
export function scanJson(text: string): { readonly places: JsonPlaces } | { readonly fault: JsonSyntaxFault } {
  const scanner = new Scanner(text);
  try {
    scanner.scanText();
    return { places: scanner.places };
  } catch (error) {
    if (error instanceof SyntaxFault) return { fault: { offset: error.offset, message: error.message } };
    throw error;
  }
}

class SyntaxFault extends Error {
  constructor(
    readonly offset: number,
    message: string,
  ) {
    super(message);
  }
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /[\p{L}\p{N}_$.+-]+/uy;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const BLANKS = /[ \t\r\n]*/y;

class Scanner {
  readonly places = new Map<string, number>();
  private position = 0;
  private depth = 0;

  constructor(private readonly text: string) {}

  scanText(): void {
    this.skipBlanks();
    this.places.set("", this.position);
    this.scanValue("");
    this.skipBlanks();
    if (this.position < this.text.length) this.fail(this.position, "The document ends here; nothing may follow.");
  }

  private scanValue(path: string): void {
    switch (this.text[this.position]) {
      case "{":
        this.nested(() => this.scanObject(path));
        break;
      case "[":
        this.nested(() => this.scanArray(path));
        break;
      case '"':
        this.scanString();
        break;
      default:
        this.scanWord();
    }
  }

  private nested(scan: () => void): void {
    this.depth += 1;
    if (this.depth > MAX_DEPTH) this.fail(this.position, `Values are nested more than ${MAX_DEPTH} deep.`);
    scan();
    this.depth -= 1;
  }

  private scanObject(path: string): void {
    this.position += 1;
    for (let isFirst = true; !this.closes("}", isFirst); isFirst = false) {
      const start = this.position;
      if (this.text[start] !== '"') this.fail(start, this.missingText("The name of an attribute in double quotes"));
      const key = this.scanString();
      const child = path === "" ? key : `${path}.${key}`;
      this.places.set(child, start);
      this.skipBlanks();
      if (this.text[this.position] !== ":") this.fail(this.position, this.missingText("A colon"));
      this.position += 1;
      this.skipBlanks();
      this.scanValue(child);
    }
  }

  private scanArray(path: string): void {
    this.position += 1;
    for (let index = 0; !this.closes("]", index === 0); index += 1) {
      const child = `${path}[${index}]`;
      this.places.set(child, this.position);
      this.scanValue(child);
    }
  }

  /** Whether the list ends here; else steps over the comma before its next part. */
  private closes(bracket: "}" | "]", isFirst: boolean): boolean {
    this.skipBlanks();
    if (this.text[this.position] === bracket) {
      this.position += 1;
      return true;
    }
    if (isFirst) return false;
    const comma = this.position;
    if (this.text[comma] !== ",") this.fail(comma, this.missingText(`A comma or ${bracket}`));
    this.position += 1;
    this.skipBlanks();
    if (this.text[this.position] === bracket) this.fail(comma, `There must be no comma before ${bracket}.`);
    return false;
  }

  /** Steps over a string and gives what it says. */
  private scanString(): string {
    const start = this.position;
    this.position += 1;
    for (;;) {
      const unit = this.text[this.position];
      if (unit === '"') break;
      if (unit === undefined) this.fail(start, "This text has no closing quotation mark.");
      if (unit < " ")
        this.fail(this.position, "A text must not run over the end of its line; write \\n for a line break.");
      if (unit === "\\") this.position += this.lengthAt(ESCAPE) || this.fail(this.position, "JSON has no such escape.");
      else this.position += 1;
    }
    this.position += 1;
    return JSON.parse(this.text.slice(start, this.position)) as string;
  }

  private scanWord(): void {
    const start = this.position;
    const word = this.text.slice(start, start + this.lengthAt(WORD));
    const isLiteral = word === "true" || word === "false" || word === "null";
    if (!isLiteral && (word === "" || this.lengthAt(NUMBER) !== word.length)) {
      this.fail(start, this.missingText("A value"));
    }
    this.position = start + word.length;
  }

  private skipBlanks(): void {
    this.position += this.lengthAt(BLANKS);
  }

  /** The length of what the sticky pattern matches here; 0 if it does not. */
  private lengthAt(pattern: RegExp): number {
    pattern.lastIndex = this.position;
    return pattern.exec(this.text)?.[0].length ?? 0;
  }

  private missingText(what: string): string {
    const next = this.text.slice(this.position, this.position + 2);
    if (next === "//" || next === "/*") return "JSON has no comments.";
    if (next.startsWith("'")) return "Texts and names stand in double quotes.";
    return next === "" ? `The document ends too early: ${lowerFirst(what)} is missing.` : `${what} is expected here.`;
  }

  private fail(offset: number, message: string): never {
    throw new SyntaxFault(offset, message);
  }
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

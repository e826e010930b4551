/** Reads a short text character by character; what the parsers of conditions and placeholders are made of. */

/** A fault at a place of a text; inside the parsers alone, which catch it. */
export class SyntaxFault extends Error {
  readonly at: number;

  constructor(message: string, at: number) {
    super(message);
    this.name = "SyntaxFault";
    this.at = at;
  }
}

/** A fault as a sentence that begins with its place, characters counted from 1. */
export function faultSentence({ message, at }: { readonly message: string; readonly at: number }): string {
  const end = message.endsWith(".") || message.endsWith("?") ? "" : ".";
  return `At character ${at + 1}: ${message}${end}`;
}

/** A position in a text that moves forward; each method takes time in proportion to what it reads. */
export class Scanner {
  readonly text: string;
  at: number;

  constructor(text: string, at = 0) {
    this.text = text;
    this.at = at;
  }

  get isAtEnd(): boolean {
    return this.at >= this.text.length;
  }

  get character(): string {
    return this.text.charAt(this.at);
  }

  skipSpace(): void {
    while (!this.isAtEnd && isSpace(this.character)) this.at += 1;
  }

  /** Steps over a token if it is next. */
  take(token: string): boolean {
    if (!this.text.startsWith(token, this.at)) return false;
    this.at += token.length;
    return true;
  }

  /** A letter and the letters, digits and underscores that follow it; undefined if there is no letter. */
  takeName(): string | undefined {
    if (!isLetter(this.character)) return undefined;
    const start = this.at;
    while (isLetter(this.character) || isDigit(this.character) || this.character === "_") this.at += 1;
    return this.text.slice(start, this.at);
  }

  /** Digits with an optional sign and fraction; undefined if there is no digit. */
  takeNumber(): number | undefined {
    const start = this.at;
    if (this.character === "-" && isDigit(this.text.charAt(start + 1))) this.at += 1;
    if (!isDigit(this.character)) return undefined;
    this.skipDigits();
    if (this.character === "." && isDigit(this.text.charAt(this.at + 1))) {
      this.at += 1;
      this.skipDigits();
    }
    const value = Number(this.text.slice(start, this.at));
    if (!Number.isFinite(value)) throw new SyntaxFault("This number is too large", start);
    return value;
  }

  /**
   * A text in single or double quotes, in which a backslash takes the next character as it is; undefined if no quote is
   * next.
   */
  takeQuoted(): string | undefined {
    const start = this.at;
    const quote = this.character;
    if (quote !== '"' && quote !== "'") return undefined;
    this.at += 1;
    let value = "";
    for (; !this.isAtEnd; this.at += 1) {
      if (this.character === quote) {
        this.at += 1;
        return value;
      }
      if (this.character === "\\") this.at += 1;
      value += this.character;
    }
    throw new SyntaxFault("This text has no closing quote", start);
  }

  private skipDigits(): void {
    while (isDigit(this.character)) this.at += 1;
  }
}

function isSpace(character: string): boolean {
  return character === " " || character === "\t" || character === "\n" || character === "\r";
}

function isDigit(character: string): boolean {
  return character >= "0" && character <= "9";
}

function isLetter(character: string): boolean {
  return (character >= "a" && character <= "z") || (character >= "A" && character <= "Z");
}

/** Reads a short text character by character, for the parsers of conditions and placeholders. */

/** A syntax error in a text. The parsers throw and catch it, so it never leaves them. */
export class TemplateSyntaxError extends Error {
  /** The index of the character, from 0. */
  readonly at: number;

  constructor(message: string, at: number) {
    super(message);
    this.name = "TemplateSyntaxError";
    this.at = at;
  }
}

/** Returns an issue as a sentence that starts with its place, counted in characters from 1. */
export function issueSentence({ message, at }: { readonly message: string; readonly at: number }): string {
  const end = message.endsWith(".") || message.endsWith("?") ? "" : ".";
  return `At character ${at + 1}: ${message}${end}`;
}

/** A position in a text that moves forward. The time of each method is proportional to the text that it reads. */
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

  /** Moves past a token if it is next. */
  take(token: string): boolean {
    if (!this.text.startsWith(token, this.at)) return false;
    this.at += token.length;
    return true;
  }

  /** Reads a letter and the letters, digits and underscores that follow. Returns undefined if there is no letter. */
  takeName(): string | undefined {
    if (!isLetter(this.character)) return undefined;
    const start = this.at;
    while (isLetter(this.character) || isDigit(this.character) || this.character === "_") this.at += 1;
    return this.text.slice(start, this.at);
  }

  /** Reads digits with an optional sign and fraction. Returns undefined if there is no digit. */
  takeNumber(): number | undefined {
    const start = this.at;
    if (this.character === "-" && isDigit(this.text.charAt(start + 1))) this.at += 1;
    if (!isDigit(this.character)) return undefined;
    this.#skipDigits();
    if (this.character === "." && isDigit(this.text.charAt(this.at + 1))) {
      this.at += 1;
      this.#skipDigits();
    }
    const value = Number(this.text.slice(start, this.at));
    if (!Number.isFinite(value)) throw new TemplateSyntaxError("This number is too large", start);
    return value;
  }

  /**
   * Reads a text in single or double quotes. A backslash makes the next character literal. Returns undefined if there
   * is no quote.
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
    throw new TemplateSyntaxError("This text has no closing quote", start);
  }

  #skipDigits(): void {
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

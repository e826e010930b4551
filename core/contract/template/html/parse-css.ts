/** Reads style attributes and style sheets, and checks each declaration. */
import { type CSSToken, tokenize, TokenType } from "@csstools/css-tokenizer";
import { type Hints, quote } from "../../suggest.js";
import { cssProperties, type PropertyValues } from "./css-properties.js";
import { type CssValue, shadowIssue, valueIssue } from "./css-values.js";
import type { HtmlIssues } from "./html-issues.js";
import type { SourceText } from "./html-nodes.js";
import type { PlaceholderUse } from "./placeholder-use.js";
import { readSelectors, type Selector } from "./selectors.js";

export interface Declaration {
  readonly property: string;
  readonly value: string;
  /** The addresses of images in the value. */
  readonly urls: readonly string[];
  readonly isImportant: boolean;
  /** The place of the property. */
  readonly at: number;
}

export interface StyleRule {
  readonly selectors: readonly Selector[];
  readonly declarations: readonly Declaration[];
}

/** What reading CSS needs of the layer around it. */
export interface CssContext {
  readonly issues: HtmlIssues;
  readonly uses: PlaceholderUse;
  readonly hints: Hints;
}

/** The declarations of a `style` attribute. */
export function readStyleAttribute(source: SourceText, context: CssContext): Declaration[] {
  return new CssReader(source, context).declarations(tokensOf(source));
}

/** The rules of a `style` element. */
export function readStyleSheet(source: SourceText, context: CssContext): StyleRule[] {
  return new CssReader(source, context).rules(tokensOf(source));
}

function tokensOf({ text }: SourceText): CSSToken[] {
  return tokenize({ css: text }).filter(([type]) => type !== TokenType.Comment && type !== TokenType.EOF);
}

class CssReader {
  readonly #source: SourceText;
  readonly #context: CssContext;

  constructor(source: SourceText, context: CssContext) {
    this.#source = source;
    this.#context = context;
  }

  rules(tokens: readonly CSSToken[]): StyleRule[] {
    const rules: StyleRule[] = [];
    let prelude: CSSToken[] = [];
    for (let index = 0; index < tokens.length; index++) {
      const token = tokens[index];
      if (token === undefined) break;
      if (token[0] !== TokenType.OpenCurly) {
        prelude.push(token);
        continue;
      }
      const end = endOfBlock(tokens, index);
      rules.push(...this.#rule(prelude, tokens.slice(index + 1, end), token));
      if (tokens[end] === undefined) this.#issue(token, 'The block has no "}"');
      index = end;
      prelude = [];
    }
    const rest = prelude.find(([type]) => type !== TokenType.Whitespace);
    if (rest !== undefined) this.#issue(rest, "A rule has a selector and a block, as in .title { color: red }");
    return rules;
  }

  declarations(tokens: readonly CSSToken[]): Declaration[] {
    return splitAt(tokens, TokenType.Semicolon).flatMap((part) => this.#declaration(part));
  }

  #rule(prelude: readonly CSSToken[], block: readonly CSSToken[], open: CSSToken): StyleRule[] {
    const { issues, uses } = this.#context;
    const first = prelude.find(([type]) => type !== TokenType.Whitespace) ?? open;
    if (first[0] === TokenType.AtKeyword) {
      this.#issue(first, `Rules such as ${first[1].slice(0, 40)} are not supported`);
      return [];
    }
    const nested = block.find(([type]) => type === TokenType.OpenCurly);
    if (nested !== undefined) {
      this.#issue(nested, "A block inside of a block is not supported");
      return [];
    }
    this.#refusePlaceholders(prelude, uses);
    const selectors = splitAt(prelude, TokenType.Comma).flatMap((part) => {
      const selector = readSelectors(part);
      if (typeof selector !== "string") return [selector];
      issues.add(this.#placeOf(part[0] ?? open), selector);
      return [];
    });
    return [{ selectors, declarations: this.declarations(block) }];
  }

  #refusePlaceholders(tokens: readonly CSSToken[], uses: PlaceholderUse): void {
    for (const token of tokens) uses.refuseIn(this.#placeOf(token), this.#endOf(token), this.#context.issues);
  }

  #declaration(tokens: readonly CSSToken[]): Declaration[] {
    const { uses, issues, hints } = this.#context;
    const trimmed = trim(tokens);
    const [name, ...rest] = trimmed;
    if (name === undefined) return [];
    const colon = rest.findIndex(([type]) => type === TokenType.Colon);
    const between = trim(rest.slice(0, Math.max(0, colon)));
    if (name[0] !== TokenType.Ident || colon === -1 || between.length > 0) {
      this.#issue(name, "A declaration has a property, a colon and a value, as in color: red");
      return [];
    }
    const property = name[4].value.toLowerCase();
    const allowed = cssProperties().get(property);
    uses.refuseIn(this.#placeOf(name), this.#endOf(name), issues);
    if (allowed === undefined) {
      const hint = hints.didYouMean(property, cssProperties().keys());
      this.#issue(name, `The property ${quote(property)} is not supported.${hint}`);
      return [];
    }
    const { value, isImportant } = withoutImportant(trim(rest.slice(colon + 1)));
    const at = this.#placeOf(name);
    if (this.#hasPlaceholder(property, value)) return [];
    const values = this.#valuesOf(value);
    this.#check(property, name, values, allowed);
    const urls = values.flatMap(({ tokens: inner }) => urlOf(inner));
    const text = values.map((each) => each.text).join("");
    return [{ property, value: joined(values, text), urls, isImportant, at }];
  }

  /** Whether there is a placeholder in a value, which cannot be checked then. It must be the whole value. */
  #hasPlaceholder(property: string, value: readonly CSSToken[]): boolean {
    const { uses, issues } = this.#context;
    const [first] = value;
    const last = value.at(-1);
    if (first === undefined || last === undefined) return false;
    const [start, end] = [this.#placeOf(first), this.#endOf(last)];
    if (!uses.isWhole(start, end, "css")) {
      uses.refuseIn(start, end, issues);
      return uses.overlaps(start, end);
    }
    if (property === "font-family")
      issues.add(start, "The font family cannot be a variable: the fonts are loaded before");
    return true;
  }

  #check(property: string, name: CSSToken, values: readonly CssValue[], allowed: PropertyValues): void {
    const { issues } = this.#context;
    if (values.length === 0) {
      this.#issue(name, `The property ${property} has no value`);
      return;
    }
    const shown = values.filter(({ text }) => !allowed.separators.has(text));
    const [over] = shown.slice(allowed.most);
    const placeOf = ({ tokens: [first] }: CssValue) => (first === undefined ? 0 : this.#placeOf(first));
    if (over !== undefined)
      issues.add(
        placeOf(over),
        `The property ${property} has at most ${allowed.most === 1 ? "one value" : `${allowed.most} values`}`,
      );
    for (const value of shown) {
      const message = valueIssue(property, value, allowed);
      if (message !== undefined) issues.add(placeOf(value), message);
    }
    const shadow = property.endsWith("-shadow") ? shadowIssue(values) : undefined;
    if (shadow !== undefined) this.#issue(name, shadow);
  }

  /** The values without the spaces between them. A function is one value, with everything inside. */
  #valuesOf(tokens: readonly CSSToken[]): CssValue[] {
    const values: CssValue[] = [];
    for (let index = 0; index < tokens.length; index++) {
      const token = tokens[index];
      if (token === undefined || token[0] === TokenType.Whitespace) continue;
      const end = token[0] === TokenType.Function ? endOfFunction(tokens, index) : index;
      const inner = tokens.slice(index, end + 1);
      values.push({ tokens: inner, text: inner.map(([, text]) => text).join("") });
      index = end;
    }
    return values;
  }

  #placeOf([, , start]: CSSToken): number {
    return this.#source.placeOf(start);
  }

  #endOf([, , , end]: CSSToken): number {
    return this.#source.placeOf(end) + 1;
  }

  #issue(token: CSSToken, message: string): void {
    this.#context.issues.add(this.#placeOf(token), message);
  }
}

/** The values with one space between them, except for separators. */
function joined(values: readonly CssValue[], fallback: string): string {
  return values.length < 2
    ? fallback
    : values
        .map(({ text }) => text)
        .join(" ")
        .replaceAll(" ,", ",");
}

function urlOf([first, ...rest]: readonly CSSToken[]): string[] {
  if (first?.[0] === TokenType.URL) return [first[4].value];
  if (first?.[0] !== TokenType.Function || first[4].value.toLowerCase() !== "url") return [];
  return rest.flatMap((token) => (token[0] === TokenType.String ? [token[4].value] : []));
}

function withoutImportant(tokens: readonly CSSToken[]): { value: readonly CSSToken[]; isImportant: boolean } {
  const bang = tokens.findLastIndex(([type, text]) => type === TokenType.Delim && text === "!");
  const after = trim(tokens.slice(bang + 1));
  const isImportant = bang !== -1 && after.length === 1 && after[0]?.[1].toLowerCase() === "important";
  return isImportant ? { value: trim(tokens.slice(0, bang)), isImportant } : { value: tokens, isImportant };
}

function trim(tokens: readonly CSSToken[]): CSSToken[] {
  const isInk = ([type]: CSSToken) => type !== TokenType.Whitespace;
  return tokens.slice(Math.max(0, tokens.findIndex(isInk)), tokens.findLastIndex(isInk) + 1);
}

/** The parts between separators that are not inside of parentheses. */
function splitAt(tokens: readonly CSSToken[], separator: TokenType): CSSToken[][] {
  const parts: CSSToken[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    if (token[0] === TokenType.Function || token[0] === TokenType.OpenParen) depth += 1;
    if (token[0] === TokenType.CloseParen) depth -= 1;
    if (token[0] === separator && depth <= 0) parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts;
}

/** The index of the bracket that closes a block, or that after the last token. */
function endOfBlock(tokens: readonly CSSToken[], open: number): number {
  return endOf(tokens, open, [TokenType.OpenCurly], TokenType.CloseCurly);
}

function endOfFunction(tokens: readonly CSSToken[], open: number): number {
  return endOf(tokens, open, [TokenType.Function, TokenType.OpenParen], TokenType.CloseParen);
}

function endOf(tokens: readonly CSSToken[], open: number, opening: readonly TokenType[], closing: TokenType): number {
  let depth = 0;
  for (let index = open; index < tokens.length; index++) {
    const type = tokens[index]?.[0];
    if (type !== undefined && opening.includes(type)) depth += 1;
    if (type === closing && --depth === 0) return index;
  }
  return tokens.length;
}

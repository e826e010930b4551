/** Reads style attributes and style sheets, and checks each declaration. */
import { type CSSToken, TokenType } from "@csstools/css-tokenizer";
import { quote } from "../../suggestions/suggest.js";
import type { CssContext, Declaration, StyleRule } from "./css-context.js";
import { checkDeclaration, valuesOf } from "./css-declaration.js";
import { cssProperties, isUsual, isWithoutEffect, propertyName } from "./css-properties.js";
import { CssTokens, type Span } from "./css-tokens.js";
import type { CssValue } from "./css-values.js";
import { FONT_PROPERTIES, hasVariable, MAX_CUSTOM_CHARACTERS, VARIABLE_FAMILY } from "./custom-properties.js";
import type { SourceText } from "./html-nodes.js";
import { HTML_LIMITS } from "./html-vocabulary.js";
import { mediaQuery } from "./media-query.js";
import { readSelectors } from "./read-selectors.js";
import type { Selector } from "./selectors.js";

/** Steps for reading and checking a token of a declaration. */
const STEPS_PER_TOKEN = 6;

/** Reads the declarations of a `style` attribute. */
export function readStyleAttribute(source: SourceText, context: CssContext): Declaration[] {
  const reader = new CssReader(source, context);
  return reader.declarations(reader.tokens.all);
}

/** Reads the rules of a `style` element. */
export function readStyleSheet(source: SourceText, context: CssContext): StyleRule[] {
  return new CssReader(source, context).rules();
}

class CssReader {
  readonly #source: SourceText;
  readonly #context: CssContext;
  readonly tokens: CssTokens;

  constructor(source: SourceText, context: CssContext) {
    this.#source = source;
    this.#context = context;
    this.tokens = new CssTokens(source.text);
  }

  /** Reads the rules of the sheet, or those of a block of it. */
  rules(span = this.tokens.all, depth = 0): StyleRule[] {
    const rules: StyleRule[] = [];
    const { end } = span;
    let [start, selectors] = [span.start, 0];
    while (selectors <= HTML_LIMITS.selectors) {
      const open = this.tokens.indexOf({ start, end }, TokenType.OpenCurly);
      const token = this.tokens.at(open);
      if (token === undefined || this.#context.issues.isFull) break;
      const close = this.tokens.endOfBlock({ start: open, end });
      const found = this.#rule({ start, end: open }, { start: open + 1, end: close }, token, depth);
      rules.push(...found);
      selectors += found.reduce((sum, rule) => sum + rule.selectors.length, 0);
      if (close === end) this.#issue(token, 'The block has no "}"');
      start = close + 1;
    }
    const rest = selectors > HTML_LIMITS.selectors ? undefined : this.tokens.first({ start, end });
    if (rest !== undefined) this.#issue(rest, "A rule has a selector and a block, as in .title { color: red }");
    return rules;
  }

  declarations(span: Span): Declaration[] {
    const found: Declaration[] = [];
    for (const part of this.tokens.split(span, TokenType.Semicolon)) {
      // Further issues would be left out, so the rest is not worth reading.
      const steps = (part.end - part.start + 1) * STEPS_PER_TOKEN;
      if (this.#context.issues.isFull || !this.#context.spend(steps)) break;
      found.push(...this.#declarations(this.tokens.trimmed(part)));
    }
    return found;
  }

  /** Reads a rule, or the rules in a block of an at-rule. */
  #rule(prelude: Span, block: Span, open: CSSToken, depth: number): StyleRule[] {
    const { issues, uses } = this.#context;
    const first = this.tokens.first(prelude) ?? open;
    if (first[0] === TokenType.AtKeyword) return this.#atRule(first, prelude, block, depth);
    const nested = this.tokens.at(this.tokens.indexOf(block, TokenType.OpenCurly));
    if (nested !== undefined) {
      this.#issue(nested, "A block inside of a block is not supported");
      return [];
    }
    for (const token of this.tokens.in(prelude)) uses.refuseIn(this.#placeOf(token), this.#placeAfter(token), issues);
    const selectors: Selector[] = [];
    for (const part of this.tokens.split(prelude, TokenType.Comma)) {
      // Too many selectors are refused as a whole.
      if (selectors.length > HTML_LIMITS.selectors) break;
      const tokens = this.tokens.in(part);
      const selector = readSelectors(tokens);
      if (typeof selector === "string") issues.add(this.#placeOf(tokens[0] ?? open), selector);
      else if ("never" in selector) this.#context.ignored.add(selector.never);
      else selectors.push(selector);
    }
    return [{ selectors, declarations: this.declarations(block) }];
  }

  #atRule(name: CSSToken, prelude: Span, block: Span, depth: number): StyleRule[] {
    const { ignored } = this.#context;
    const keyword = name[1].toLowerCase();
    if (/^@(-webkit-)?keyframes$/.test(keyword)) {
      ignored.add("@keyframes");
      return [];
    }
    if (keyword !== "@media" || depth > 0) {
      this.#issue(name, `Rules such as ${name[1].slice(0, 40)} are not supported`);
      return [];
    }
    const query = this.tokens.textOf(this.tokens.trimmed(prelude)).slice(keyword.length).trim();
    const applies = mediaQuery(query);
    if (applies === "always") return this.rules(block, depth + 1);
    if (applies === "never") ignored.add(`@media ${query.slice(0, 40)}`);
    else
      this.#issue(
        name,
        "A layer has no window, so @media cannot depend on it. Keep only the rules for the layer's size",
      );
    return [];
  }

  #declarations({ start, end }: Span): Declaration[] {
    const { uses, issues, hints, ignored } = this.#context;
    const name = this.tokens.first({ start, end });
    if (name === undefined) return [];
    const colon = this.tokens.indexOf({ start: start + 1, end }, TokenType.Colon);
    const isWhole = colon !== -1 && this.tokens.first({ start: start + 1, end: colon }) === undefined;
    if (name[0] !== TokenType.Ident || !isWhole) {
      this.#issue(name, "A declaration has a property, a colon and a value, as in color: red");
      return [];
    }
    const property = propertyName(name[4].value);
    const at = this.#placeOf(name);
    uses.refuseIn(at, this.#placeAfter(name), issues);
    const isCustom = property.startsWith("--");
    if (!isCustom && !cssProperties().has(property)) {
      const text = this.tokens.textOf(this.tokens.trimmed({ start: colon + 1, end }));
      if (isWithoutEffect(property) || isUsual(property, text)) ignored.add(property);
      else {
        const hint = hints.didYouMean(property, cssProperties().keys());
        this.#issue(name, `The property ${quote(property)} is not supported.${hint}`);
      }
      return [];
    }
    const { value, isImportant } = this.#withoutImportant(this.tokens.trimmed({ start: colon + 1, end }));
    const hasPlaceholder = this.#hasPlaceholder(property, value);
    const isPending = !isCustom && hasVariable(this.tokens, value);
    if (isCustom || (isPending && !hasPlaceholder)) {
      const text = this.tokens.textOf(value);
      if (text.length > MAX_CUSTOM_CHARACTERS) this.#issue(name, `The value of ${property} is too long`);
      return [{ property, value: text, urls: [], isImportant, at, isPending }];
    }
    if (hasPlaceholder) return [];
    const checked = checkDeclaration(property, valuesOf(this.tokens, value), (found, message) => {
      issues.add(found === undefined ? at : this.#placeOfValue(found), message);
    });
    return checked.map((declaration) => ({ ...declaration, isImportant, at }));
  }

  /**
   * Returns whether a value contains a placeholder. Such a value cannot be checked, and the placeholder must be the
   * whole value.
   */
  #hasPlaceholder(property: string, { start, end }: Span): boolean {
    const { uses, issues } = this.#context;
    const [first, last] = [this.tokens.at(start), this.tokens.at(end - 1)];
    if (start === end || first === undefined || last === undefined) return false;
    const [from, to] = [this.#placeOf(first), this.#placeAfter(last)];
    if (!uses.isWhole(from, to, "css")) {
      uses.refuseIn(from, to, issues);
      return uses.overlaps(from, to);
    }
    if (FONT_PROPERTIES.has(property)) issues.add(from, VARIABLE_FAMILY);
    return true;
  }

  #withoutImportant(span: Span): { readonly value: Span; readonly isImportant: boolean } {
    const { start, end } = span;
    let bang = end - 1;
    while (bang >= start && !isBang(this.tokens.at(bang))) bang -= 1;
    if (bang < start) return { value: span, isImportant: false };
    const after = this.tokens.trimmed({ start: bang + 1, end });
    const isImportant = after.end - after.start === 1 && this.tokens.at(after.start)?.[1].toLowerCase() === "important";
    return { value: isImportant ? this.tokens.trimmed({ start, end: bang }) : span, isImportant };
  }

  #placeOf([, , start]: CSSToken): number {
    return this.#source.placeOf(start);
  }

  /** Returns the place after a token. */
  #placeAfter([, , , end]: CSSToken): number {
    return this.#source.placeOf(end) + 1;
  }

  #placeOfValue({ tokens: [first] }: CssValue): number {
    return first === undefined ? 0 : this.#placeOf(first);
  }

  #issue(token: CSSToken, message: string): void {
    this.#context.issues.add(this.#placeOf(token), message);
  }
}

function isBang(token: CSSToken | undefined): boolean {
  return token?.[0] === TokenType.Delim && token[1] === "!";
}

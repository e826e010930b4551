/**
 * Custom properties of CSS, and `var()`. They are inserted for each element, and the result is checked like a value
 * that the author wrote. Insertions are bounded in size and depth, and each counts as work.
 */
import { type CSSToken, TokenType } from "@csstools/css-tokenizer";
import { quote } from "../../suggestions/suggest.js";
import type { Style } from "./cascade.js";
import { type CheckedDeclaration, checkDeclaration, valuesOf } from "./css-declaration.js";
import { CssTokens, type Span } from "./css-tokens.js";
import type { CssContext, Declaration } from "./css-context.js";
import { MASK } from "./placeholder-use.js";

/** The custom properties of an element, with those that it inherits. No value contains `var()`. */
export type CustomValues = ReadonlyMap<string, string>;

/** The largest length of a value, before and after custom properties are inserted. */
export const MAX_CUSTOM_CHARACTERS = 2_000;
/** The largest number of custom properties that are inserted into each other. */
const MAX_NESTED = 16;
/** Steps of the style work for reading a character of a value again. Most tokens have two or more characters. */
const STEPS_PER_CHARACTER = 3;

export const FONT_PROPERTIES: ReadonlySet<string> = new Set(["font-family", "font"]);
export const VARIABLE_FAMILY = "The font family cannot be a variable: the fonts are loaded before";

/** Returns whether a span uses `var()`. */
export function hasVariable(tokens: CssTokens, { start, end }: Span): boolean {
  for (let index = start; index < end; index++) if (isVariable(tokens.at(index))) return true;
  return false;
}

function isVariable(token: CSSToken | undefined): token is CSSToken & readonly [TokenType.Function, ...unknown[]] {
  return token?.[0] === TokenType.Function && token[4].value.toLowerCase() === "var";
}

interface KnownValue {
  readonly declarations: readonly CheckedDeclaration[];
  readonly messages: readonly string[];
}

/** The style of an element without `var()`, and its custom properties. */
export interface ResolvedStyle {
  readonly style: Style;
  readonly custom: CustomValues;
}

/** Inserts the custom properties of elements into their styles. */
export class CustomProperties {
  readonly #context: CssContext;
  /** The values that were checked, by property and text. Elements often have the same ones. */
  readonly #checked = new Map<string, KnownValue>();

  constructor(context: CssContext) {
    this.#context = context;
  }

  resolve(style: Style, inherited: CustomValues): ResolvedStyle {
    const own = [...style.values()].filter(({ property }) => property.startsWith("--"));
    const hasPending = [...style.values()].some(({ isPending }) => isPending === true);
    if (own.length === 0 && !hasPending) return { style, custom: inherited };
    const custom = own.length === 0 ? inherited : this.#customOf(own, inherited);
    const resolved = new Map<string, Declaration>();
    for (const declaration of style.values()) {
      if (declaration.property.startsWith("--")) continue;
      const { isImportant, at } = declaration;
      const found = declaration.isPending === true ? this.#insertedInto(declaration, custom) : [declaration];
      for (const one of found) {
        // The last one applies last, so that it also overrides a shorthand in between.
        resolved.delete(one.property);
        resolved.set(one.property, { ...one, isImportant, at });
      }
    }
    return { style: resolved, custom };
  }

  /** Returns the custom properties of an element: its own ones, and those that it inherits. */
  #customOf(own: readonly Declaration[], inherited: CustomValues): CustomValues {
    const declared = new Map(own.map((declaration) => [declaration.property, declaration] as const));
    const done = new Map<string, string | undefined>();
    const open = new Set<string>();
    const valueOf = (name: string): string | undefined => {
      const declaration = declared.get(name);
      const value = declaration?.value.trim() ?? "inherit";
      if (declaration === undefined || /^(inherit|unset)$/i.test(value)) return inherited.get(name);
      if (done.has(name)) return done.get(name);
      if (/^initial$/i.test(value)) return undefined;
      if (open.has(name) || open.size >= MAX_NESTED) {
        this.#context.issues.add(declaration.at, `The custom property ${name} refers to itself, or is nested too deep`);
        return undefined;
      }
      open.add(name);
      // As in CSS, a property that refers to one without a value has no value. That is an issue only where it is used.
      const inserted = this.#insert(value, valueOf, declaration.at, false);
      open.delete(name);
      done.set(name, inserted);
      return inserted;
    };
    const custom = new Map(inherited);
    for (const name of declared.keys()) {
      const value = valueOf(name);
      if (value === undefined) custom.delete(name);
      else custom.set(name, value);
    }
    return custom;
  }

  #insertedInto({ property, value, at }: Declaration, custom: CustomValues): readonly CheckedDeclaration[] {
    const { issues } = this.#context;
    const text = this.#insert(value, (name) => custom.get(name), at);
    if (text === undefined) return [];
    // The value of a template's variable is not known yet. The filled HTML is checked again.
    if (text.includes(MASK)) {
      if (FONT_PROPERTIES.has(property)) issues.add(at, VARIABLE_FAMILY);
      return [];
    }
    const { declarations, messages } = this.#check(property, text);
    for (const message of messages) issues.add(at, `${message}. Its value is ${quote(text)}`);
    return declarations;
  }

  #check(property: string, text: string): KnownValue {
    const key = `${property}:${text}`;
    const known = this.#checked.get(key);
    if (known !== undefined) return known;
    if (!this.#context.spend(text.length * STEPS_PER_CHARACTER)) return { declarations: [], messages: [] };
    const tokens = new CssTokens(text);
    const messages: string[] = [];
    const declarations = checkDeclaration(property, valuesOf(tokens, tokens.all), (_value, message) => {
      messages.push(message.replace(/\.$/, ""));
    });
    const checked = { declarations: messages.length === 0 ? declarations : [], messages };
    this.#checked.set(key, checked);
    return checked;
  }

  /**
   * Returns a text with the values of its variables, or undefined if one has no value or all are too long. A variable
   * without a value is an issue only if it `mustExist`.
   */
  #insert(
    text: string,
    valueOf: (name: string) => string | undefined,
    at: number,
    mustExist = true,
  ): string | undefined {
    const { issues, spend } = this.#context;
    if (!spend(text.length * STEPS_PER_CHARACTER)) return undefined;
    if (!/var\(/i.test(text)) return text;
    const tokens = new CssTokens(text);
    const missing: string[] = [];
    const inserted = insertIn(tokens, tokens.all, valueOf, missing, MAX_CUSTOM_CHARACTERS);
    const [name] = missing;
    if (name !== undefined && !mustExist) return undefined;
    if (name !== undefined) {
      const fix = `Set it, as in :root { ${name}: … }, or give var() another value`;
      issues.add(
        at,
        name === "" ? "A var() names a custom property, as in var(--brand)" : `${name} has no value here. ${fix}`,
      );
      return undefined;
    }
    if (inserted.length <= MAX_CUSTOM_CHARACTERS) return inserted;
    issues.add(at, `With its custom properties a value has more than ${MAX_CUSTOM_CHARACTERS} characters`);
    return undefined;
  }
}

/** Inserts values into a span. It stops when the text is longer than `most`. The names without a value are added to `missing`. */
function insertIn(
  tokens: CssTokens,
  { start, end }: Span,
  valueOf: (name: string) => string | undefined,
  missing: string[],
  most: number,
): string {
  let text = "";
  for (let index = start; index < end && text.length <= most; index++) {
    const token = tokens.at(index);
    if (!isVariable(token)) {
      text += token?.[1] ?? "";
      continue;
    }
    const last = tokens.endOfBlock({ start: index, end });
    const [first, ...others] = tokens.split({ start: index + 1, end: last }, TokenType.Comma);
    const given = first === undefined ? undefined : tokens.first(first);
    const name = given?.[0] === TokenType.Ident && given[1].startsWith("--") ? given[4].value : "";
    const value = valueOf(name);
    // Everything after the first comma is the fallback value, which can have commas of its own.
    const [second] = others;
    if (value !== undefined) text += ` ${value} `;
    else if (second === undefined || name === "") missing.push(name);
    else text += ` ${insertIn(tokens, { start: second.start, end: last }, valueOf, missing, most - text.length)} `;
    index = last;
  }
  return text;
}

/** The random values that Secrets Manager makes for a new secret (`GenerateSecretString`). */
import { randomInt } from "node:crypto";
import * as z from "zod";
import { flag, numeric } from "../properties.js";

const LOWERCASE = "abcdefghijklmnopqrstuvwxyz";
const UPPERCASE = LOWERCASE.toUpperCase();
const NUMBERS = "0123456789";
const PUNCTUATION = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";

/** The recipe, with Secrets Manager's defaults. */
export const generateSecretStringSchema = z.strictObject({
  PasswordLength: numeric.pipe(z.number().int().min(1).max(4_096)).default(32),
  ExcludeCharacters: z.string().default(""),
  ExcludeLowercase: flag.default(false),
  ExcludeUppercase: flag.default(false),
  ExcludeNumbers: flag.default(false),
  ExcludePunctuation: flag.default(false),
  IncludeSpace: flag.default(false),
  RequireEachIncludedType: flag.default(true),
  SecretStringTemplate: z.string().optional(),
  GenerateStringKey: z.string().optional(),
});

export type GenerateSecretString = z.infer<typeof generateSecretStringSchema>;

/** A new secret value: the password itself, or the template's JSON object with the password under the given key. */
export function generateSecretString(recipe: GenerateSecretString): string {
  const password = generatePassword(recipe);
  const { SecretStringTemplate: template, GenerateStringKey: key } = recipe;
  if (template === undefined || key === undefined) return password;
  const members = z.record(z.string(), z.json()).parse(JSON.parse(template));
  return JSON.stringify({ ...members, [key]: password });
}

function generatePassword(recipe: GenerateSecretString): string {
  const kinds = [
    recipe.ExcludeLowercase ? "" : LOWERCASE,
    recipe.ExcludeUppercase ? "" : UPPERCASE,
    recipe.ExcludeNumbers ? "" : NUMBERS,
    recipe.ExcludePunctuation ? "" : PUNCTUATION,
    recipe.IncludeSpace ? " " : "",
  ]
    .map((kind) => Array.from(kind).filter((character) => !recipe.ExcludeCharacters.includes(character)))
    .filter((kind) => kind.length > 0);
  const all = kinds.flat();
  if (all.length === 0) throw new Error("GenerateSecretString excludes every character");
  const required = recipe.RequireEachIncludedType ? kinds.map(pick) : [];
  const rest = Array.from({ length: Math.max(0, recipe.PasswordLength - required.length) }, () => pick(all));
  return shuffle([...required, ...rest].slice(0, recipe.PasswordLength)).join("");
}

function pick(characters: readonly string[]): string {
  return characters[randomInt(characters.length)] ?? "";
}

function shuffle(characters: string[]): string[] {
  for (let index = characters.length - 1; index > 0; index -= 1) {
    const other = randomInt(index + 1);
    [characters[index], characters[other]] = [characters[other] ?? "", characters[index] ?? ""];
  }
  return characters;
}

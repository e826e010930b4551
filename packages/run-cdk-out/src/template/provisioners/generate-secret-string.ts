/** The random value of a new secret (`GenerateSecretString`). */
import { randomInt } from "node:crypto";
import * as z from "zod";
import { flag, numeric } from "../properties.js";

const LOWERCASE = "abcdefghijklmnopqrstuvwxyz";
const UPPERCASE = LOWERCASE.toUpperCase();
const NUMBERS = "0123456789";
const PUNCTUATION = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";

/** The settings, with the defaults of Secrets Manager. */
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

/** Returns a new value: the password, or the template's JSON object with the password as one member. */
export function generateSecretString(settings: GenerateSecretString): string {
  const password = generatePassword(settings);
  const { SecretStringTemplate: template, GenerateStringKey: key } = settings;
  if (template === undefined || key === undefined) return password;
  const members = z.record(z.string(), z.json()).parse(JSON.parse(template));
  return JSON.stringify({ ...members, [key]: password });
}

function generatePassword(settings: GenerateSecretString): string {
  const kinds = [
    settings.ExcludeLowercase ? "" : LOWERCASE,
    settings.ExcludeUppercase ? "" : UPPERCASE,
    settings.ExcludeNumbers ? "" : NUMBERS,
    settings.ExcludePunctuation ? "" : PUNCTUATION,
    settings.IncludeSpace ? " " : "",
  ]
    .map((kind) => Array.from(kind).filter((character) => !settings.ExcludeCharacters.includes(character)))
    .filter((kind) => kind.length > 0);
  const all = kinds.flat();
  if (all.length === 0) throw new Error("GenerateSecretString excludes every character");
  const required = settings.RequireEachIncludedType ? kinds.map(pick) : [];
  const rest = Array.from({ length: Math.max(0, settings.PasswordLength - required.length) }, () => pick(all));
  return shuffle([...required, ...rest].slice(0, settings.PasswordLength)).join("");
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

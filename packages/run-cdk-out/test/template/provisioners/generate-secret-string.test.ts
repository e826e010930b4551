import { expect, test } from "@jest/globals";
import {
  generateSecretString,
  generateSecretStringSchema,
} from "../../../src/template/provisioners/generate-secret-string.js";

const generate = (recipe: object) => generateSecretString(generateSecretStringSchema.parse(recipe));

test("without wishes it is 32 characters with one of each kind", () => {
  const secret = generate({});
  expect(secret).toHaveLength(32);
  for (const kind of [/[a-z]/, /[A-Z]/, /[0-9]/, /[^a-zA-Z0-9]/]) expect(secret).toMatch(kind);
  expect(generate({})).not.toBe(secret);
});

test("excluded kinds and characters never occur", () => {
  const secret = generate({
    PasswordLength: 2_000,
    ExcludePunctuation: true,
    ExcludeUppercase: "true",
    ExcludeCharacters: "abc0",
  });
  expect(secret).toMatch(/^[d-z1-9]{2000}$/);
});

test("a template gets the password under its key and keeps the rest", () => {
  const secret = generate({ SecretStringTemplate: '{"user":"u"}', GenerateStringKey: "pass", PasswordLength: 8 });
  expect(JSON.parse(secret)).toEqual({ user: "u", pass: expect.stringMatching(/^.{8}$/) });
});

test("a recipe that excludes everything is refused, not answered with nothing", () => {
  const nothing = { ExcludeLowercase: true, ExcludeUppercase: true, ExcludeNumbers: true, ExcludePunctuation: true };
  expect(() => generate(nothing)).toThrow("excludes every character");
});

import { expect, test } from "@jest/globals";
import {
  generateSecretString,
  generateSecretStringSchema,
} from "../../../src/template/provisioners/generate-secret-string.js";

const generate = (settings: object) => generateSecretString(generateSecretStringSchema.parse(settings));

test("by default, a secret has 32 characters, with at least one of each kind", () => {
  const secret = generate({});
  expect(secret).toHaveLength(32);
  for (const kind of [/[a-z]/, /[A-Z]/, /[0-9]/, /[^a-zA-Z0-9]/]) expect(secret).toMatch(kind);
  expect(generate({})).not.toBe(secret);
});

test("a secret contains no excluded kinds or characters", () => {
  const secret = generate({
    PasswordLength: 2_000,
    ExcludePunctuation: true,
    ExcludeUppercase: "true",
    ExcludeCharacters: "abc0",
  });
  expect(secret).toMatch(/^[d-z1-9]{2000}$/);
});

test("a template for a secret gets the password under its key and keeps its other members", () => {
  const secret = generate({ SecretStringTemplate: '{"user":"u"}', GenerateStringKey: "pass", PasswordLength: 8 });
  expect(JSON.parse(secret)).toEqual({ user: "u", pass: expect.stringMatching(/^.{8}$/) });
});

test("settings that exclude every character are refused", () => {
  const nothing = { ExcludeLowercase: true, ExcludeUppercase: true, ExcludeNumbers: true, ExcludePunctuation: true };
  expect(() => generate(nothing)).toThrow("excludes every character");
});

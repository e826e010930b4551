import { expect, test } from "@jest/globals";
import { resolveDynamicReferences } from "../../src/template/dynamic-references.js";

const arn = "arn:aws:secretsmanager:us-east-1:000000000000:secret:Origin-ab12cd";
const secrets: Record<string, string> = { [arn]: "s3cret", ByName: '{"user":"u","port":5}' };
const resolved = (text: string) => resolveDynamicReferences(text, "Edge.Origins", (id) => secrets[id]);

test("a reference by ARN or name, to a whole secret or to a JSON key, is replaced within other text", () => {
  expect(resolved(`{{resolve:secretsmanager:${arn}:SecretString:::}}`)).toBe("s3cret");
  expect(resolved(`{{resolve:secretsmanager:${arn}}}`)).toBe("s3cret");
  expect(
    resolved(
      "{{resolve:secretsmanager:ByName:SecretString:user::}}:{{resolve:secretsmanager:ByName:SecretString:port}}",
    ),
  ).toBe("u:5");
});

test("references in nested values are replaced", () => {
  const value = { Headers: [{ Value: `{{resolve:secretsmanager:${arn}:SecretString:::}}` }], Count: 1 };
  expect(resolveDynamicReferences(value, "Edge", (id) => secrets[id])).toEqual({
    Headers: [{ Value: "s3cret" }],
    Count: 1,
  });
});

test.each([
  ["an unknown service", "{{resolve:ssm:/name}}", "does not support the dynamic reference {{resolve:ssm:/name}}"],
  ["a missing secret", "{{resolve:secretsmanager:Gone:SecretString:::}}", "the secret Gone does not exist"],
  ["a missing key", "{{resolve:secretsmanager:ByName:SecretString:no::}}", "has no key no"],
  ["a key of a secret that is not JSON", `{{resolve:secretsmanager:${arn}:SecretString:k::}}`, "is not JSON"],
  [
    "a previous version",
    "{{resolve:secretsmanager:ByName:SecretString:user:AWSPREVIOUS:}}",
    "only the current version",
  ],
])("the error for a reference to %s names its place", (_, text, message) => {
  expect(() => resolved(text)).toThrow(`Edge.Origins: `);
  expect(() => resolved(text)).toThrow(message);
});

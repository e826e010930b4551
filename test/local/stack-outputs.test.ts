import { expect, test } from "@jest/globals";
import { readStackOutputs } from "../../local/stack-outputs.js";

const read = (outputs: Record<string, string>, secret: string | undefined = "irs_key") =>
  readStackOutputs(outputs, (arn) => (arn === "arn:key" ? secret : undefined));
const outputs = { ApiKeySecretArn: "arn:key", WorkspaceId: "w1", Templates: '{"Card":"t1"}' };

test("the outputs of the stack have the API key, the workspace and the templates", () => {
  expect(read(outputs)).toMatchObject({ apiKey: "irs_key", workspaceId: "w1", templates: { Card: "t1" } });
});

test("the API key can be a member of a JSON object", () => {
  expect(read(outputs, '{"apiKey":"irs_other"}').apiKey).toBe("irs_other");
});

test("a missing or malformed output is an error that names it", () => {
  expect(() => read({ WorkspaceId: "w1" })).toThrow("ApiKeySecretArn");
  expect(() => read({ ...outputs, Templates: "[1]" })).toThrow("The output Templates is not a JSON object");
  expect(() => read({ ...outputs, ApiKeySecretArn: "arn:gone" })).toThrow("does not exist: arn:gone");
});

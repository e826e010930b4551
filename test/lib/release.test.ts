import { expect, test } from "@jest/globals";
import { resourcesOf, synthesize } from "./synthesize.js";

test("only the api function has the release in its environment, so that a commit changes no other function", async () => {
  const functions = resourcesOf(await synthesize(), "AWS::Lambda::Function");
  const withRelease = functions.filter(([, { Properties }]) =>
    JSON.stringify(Properties.Environment ?? {}).includes("RELEASE_"),
  );
  expect(withRelease.map(([id]) => id.slice(0, -8))).toEqual(["RestApi"]);
  const [[, fn] = ["", undefined]] = withRelease;
  const { Variables = {} } = (fn?.Properties.Environment ?? {}) as { Variables?: Record<string, string> };
  expect(Variables.RELEASE_VERSION).toMatch(/^\d+\.\d+\.\d+/);
  expect(Variables.RELEASE_COMMIT).toMatch(/^([0-9a-f]{12})?$/);
});

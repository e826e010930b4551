import { expect, test } from "@jest/globals";
import { shortName } from "../../../src/template/provisioners/short-name.js";

const resource = { logicalId: "RenderPipelineRenderer1A2B3C4D", type: "AWS::Lambda::Function", properties: {} };

test("a name in the template's metadata is the short name of a function", () => {
  expect(shortName({ ...resource, constructPath: "Stack/Images/Function/Resource", givenName: "image" })).toBe("image");
});

test.each([
  ["Stack/RenderPipeline/Renderer/Resource", "renderer"],
  ["Stack/RenderPipeline/DeadLetter/Function/Resource", "dead-letter"],
  ["Stack/RestApi/ApiFunction/Resource", "api"],
  [undefined, "render-pipeline-renderer"],
])("a function with the construct path %s has the short name %s", (constructPath, expected) => {
  expect(shortName({ ...resource, ...(constructPath !== undefined && { constructPath }) })).toBe(expected);
});

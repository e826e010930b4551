import { expect, test } from "@jest/globals";
import { shortName } from "../../../src/template/provisioners/short-name.js";

test.each([
  ["Stack/RenderPipeline/Renderer/Resource", "renderer"],
  ["Stack/RenderPipeline/DeadLetter/Function/Resource", "dead-letter"],
  ["Stack/RestApi/ApiFunction/Resource", "api"],
  [undefined, "render-pipeline-renderer"],
])("the construct %s is shown as %s", (constructPath, expected) => {
  const resource = { logicalId: "RenderPipelineRenderer1A2B3C4D", type: "AWS::Lambda::Function", properties: {} };
  expect(shortName({ ...resource, ...(constructPath !== undefined && { constructPath }) })).toBe(expected);
});

import { expect, test } from "@jest/globals";
import { MAX_INLINE_BYTES } from "../../../aws/template-items.js";
import { firstWorkspaceId } from "../../../core/access/bootstrap-workspace.js";
import { starterTemplates } from "../../../lambdas/bootstrap/starter-templates.js";
import { undoCreate } from "../../../lambdas/bootstrap/undo-create.js";

const DEPLOYMENT = "arn:aws:cloudformation:us-east-1:111122223333:stack/Test/1/Bootstrap";
const OWN_WORKSPACE = firstWorkspaceId(DEPLOYMENT);
const OTHER_WORKSPACE = "0b3d4f8e-6a51-4c8e-9a57-2f1d1c7b9e01";

interface Situation {
  readonly physicalResourceId?: string;
  readonly hasAdoptedData?: boolean;
  readonly hasSucceeded?: boolean;
  readonly firstWorkspace?: string;
}

/** Undoes a create in this situation and returns what was lifted or removed. */
async function deletedIn(situation: Situation): Promise<string[]> {
  const { physicalResourceId = "failed-1", hasAdoptedData = false, hasSucceeded = false, firstWorkspace } = situation;
  const done: string[] = [];
  const undone = await undoCreate(
    {
      hasSucceeded: async () => hasSucceeded,
      firstWorkspace: async () => firstWorkspace,
      liftProtection: async () => void done.push("protection lifted"),
      removeSite: async () => void done.push("web pages removed"),
    },
    { physicalResourceId, deploymentId: DEPLOYMENT, hasAdoptedData },
  );
  expect(undone).toBe(done.length > 0);
  return done;
}

test.each([
  ["failed before it had a workspace", {}],
  ["failed after it had created the first workspace", { firstWorkspace: OWN_WORKSPACE }],
  ["got no response, so CloudFormation made up the ID", { physicalResourceId: "Test-Bootstrap-1ABCDEFGHIJKL" }],
])("a first deployment that %s leaves neither protections nor objects behind", async (_case, situation) => {
  expect(await deletedIn(situation)).toEqual(["protection lifted", "web pages removed"]);
});

test.each([
  ["the stack has worked", { physicalResourceId: OWN_WORKSPACE, firstWorkspace: OWN_WORKSPACE }],
  ["the physical ID is a workspace, whatever the tables say", { physicalResourceId: OWN_WORKSPACE }],
  ["a later attempt without rollback has succeeded", { hasSucceeded: true, firstWorkspace: OWN_WORKSPACE }],
  ["the data is that of another stack", { hasAdoptedData: true }],
  ["the data has the workspace of another deployment", { firstWorkspace: OTHER_WORKSPACE }],
])("the deletion of the custom resource deletes nothing if %s", async (_case, situation) => {
  expect(await deletedIn(situation)).toEqual([]);
});

test("a deployment writes no objects except the web pages, because each starter template fits into its item", () => {
  for (const { document } of starterTemplates) {
    expect(Buffer.byteLength(JSON.stringify(document))).toBeLessThanOrEqual(MAX_INLINE_BYTES);
  }
});

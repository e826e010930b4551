import { PageHead } from "../../components/page-head.js";
import { pages } from "../../messages/en/common.js";

/** The workspaces of the deployment. */
export function WorkspaceList() {
  return <PageHead title={pages.workspaces} />;
}

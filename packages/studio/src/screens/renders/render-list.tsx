import { PageHead } from "../../components/page-head.js";
import { pages } from "../../messages/en/common.js";

/** The renders of the workspace, newest first. */
export function RenderList() {
  return <PageHead title={pages.renders} />;
}

import { PageHead } from "../../components/page-head.js";
import { pages } from "../../messages/en/common.js";

/** The uploads of the workspace. */
export function UploadList() {
  return <PageHead title={pages.uploads} />;
}

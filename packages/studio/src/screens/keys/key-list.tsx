import { PageHead } from "../../components/page-head.js";
import { pages } from "../../messages/en/common.js";

/** The API keys of the workspace. */
export function KeyList() {
  return <PageHead title={pages.keys} />;
}

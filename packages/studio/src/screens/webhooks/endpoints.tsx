import { PageHead } from "../../components/page-head.js";
import { pages } from "../../messages/en/common.js";

/** The endpoints of the workspace. */
export function Endpoints() {
  return <PageHead title={pages.webhooks} />;
}

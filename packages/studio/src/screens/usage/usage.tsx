import { PageHead } from "../../components/page-head.js";
import { pages } from "../../messages/en/common.js";

/** The plan, the credits, and the month by day. */
export function Usage() {
  return <PageHead title={pages.usage} />;
}

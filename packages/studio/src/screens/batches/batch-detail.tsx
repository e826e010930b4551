import { PageHead } from "../../components/page-head.js";
import { pages } from "../../messages/en/common.js";

/** One batch from a spreadsheet. */
export function BatchDetail() {
  return <PageHead title={pages.batches} />;
}

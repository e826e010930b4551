import { PageHead } from "../../components/page-head.js";
import { pages } from "../../messages/en/common.js";

/** A batch from a spreadsheet. */
export function NewBatch() {
  return <PageHead title={pages.batches} />;
}

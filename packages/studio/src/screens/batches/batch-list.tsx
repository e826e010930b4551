import { PageHead } from "../../components/page-head.js";
import { pages } from "../../messages/en/common.js";

/** The batches that this browser has sent. */
export function BatchList() {
  return <PageHead title={pages.batches} />;
}

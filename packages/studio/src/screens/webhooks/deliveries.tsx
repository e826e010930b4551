import { PageHead } from "../../components/page-head.js";
import { pages } from "../../messages/en/common.js";

/** The deliveries of webhooks, newest first. */
export function Deliveries() {
  return <PageHead title={pages.webhooks} />;
}

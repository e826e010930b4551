import { PageHead } from "../../components/page-head.js";
import { pages } from "../../messages/en/common.js";

/** One event: its body, and its deliveries. */
export function EventDetail() {
  return <PageHead title={pages.webhooks} />;
}

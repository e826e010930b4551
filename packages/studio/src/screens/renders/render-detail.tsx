import { PageHead } from "../../components/page-head.js";
import { pages } from "../../messages/en/common.js";

/** One render: its picture, and what has happened to it. */
export function RenderDetail() {
  return <PageHead title={pages.renders} />;
}

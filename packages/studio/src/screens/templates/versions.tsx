import { PageHead } from "../../components/page-head.js";
import { pages } from "../../messages/en/common.js";

/** The versions of a template. */
export function Versions() {
  return <PageHead title={pages.templates} />;
}

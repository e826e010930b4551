import { PageHead } from "../../components/page-head.js";
import { pages } from "../../messages/en/common.js";

/** The ways to begin a template. */
export function NewTemplate() {
  return <PageHead title={pages.templates} />;
}

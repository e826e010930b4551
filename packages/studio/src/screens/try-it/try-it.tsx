import { PageHead } from "../../components/page-head.js";
import { pages } from "../../messages/en/common.js";

/** A form for a template, with its picture beside it. */
export function TryIt() {
  return <PageHead title={pages.templates} />;
}

import { PageHead } from "../../components/page-head.js";
import { pages } from "../../messages/en/common.js";

/** The built-in families, and the fonts that were uploaded. */
export function FontList() {
  return <PageHead title={pages.fonts} />;
}

import { PageHead } from "../../components/page-head.js";
import { pages } from "../../messages/en/common.js";

/** The templates of the workspace, with their pictures. */
export function Gallery() {
  return <PageHead title={pages.templates} />;
}

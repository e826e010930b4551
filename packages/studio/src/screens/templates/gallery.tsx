import { isDeletedView } from "./service/template-query.js";
import { query } from "../../router/location.js";
import { DeletedTemplates } from "./deleted-templates.js";
import { TemplateGallery } from "./template-gallery.js";
import "./gallery.css";

/** The templates of the workspace, with their pictures, or the deleted ones. */
export function Gallery() {
  return isDeletedView(query.value) ? <DeletedTemplates /> : <TemplateGallery />;
}

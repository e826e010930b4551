import { TemplateGallery } from "./template-gallery.js";
import "./gallery.css";

/** The templates of the workspace, with their pictures. */
export function Gallery() {
  return <TemplateGallery />;
}

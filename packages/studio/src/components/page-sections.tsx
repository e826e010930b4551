import type { ComponentChildren } from "preact";
import "./page-sections.css";

/** A page of sections below each other. A section can begin with a `section-head`: a title, and something at the end. */
export function PageSections({ children }: { readonly children: ComponentChildren }) {
  return <div class="page-sections">{children}</div>;
}

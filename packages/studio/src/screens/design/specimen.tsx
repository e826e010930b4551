import type { ComponentChildren } from "preact";

interface PartProps {
  /** The anchor of the part. */
  readonly id: string;
  readonly title: string;
  readonly lead: string;
  readonly children: ComponentChildren;
}

/** A part of the page, with its title. */
export function Part({ id, title, lead, children }: PartProps) {
  return (
    <section class="design-part" id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      <p class="quiet">{lead}</p>
      {children}
    </section>
  );
}

interface SpecimenProps {
  readonly label: string;
  /** Lays the content out in a row. By default, one thing follows the other. */
  readonly isRow?: boolean;
  readonly children: ComponentChildren;
}

/** A component in one of its states, below the name of the state. */
export function Specimen({ label, isRow = false, children }: SpecimenProps) {
  return (
    <figure class="specimen">
      <figcaption class="quiet">{label}</figcaption>
      <div class={isRow ? "specimen-row" : "specimen-content"}>{children}</div>
    </figure>
  );
}

import "./figure-list.css";

/** A large number, and what it counts. */
export interface Figure {
  readonly value: string;
  readonly label: string;
}

/** Figures beside each other. */
export function FigureList({ figures }: { readonly figures: readonly Figure[] }) {
  return (
    <dl class="figures">
      {figures.map(({ value, label }) => (
        <div key={label}>
          <dd>{value}</dd>
          <dt>{label}</dt>
        </div>
      ))}
    </dl>
  );
}

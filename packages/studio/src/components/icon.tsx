import { h } from "preact";
import "./icon.css";

/** The shapes of an icon, as the icon package has them. */
export type IconShapes = readonly (readonly [tag: string, attributes: Readonly<Record<string, unknown>>])[];

/** An icon beside a text that says the same. An icon alone needs the label of its button. */
export function Icon({ of, size = 16 }: { readonly of: unknown; readonly size?: number }) {
  return (
    <svg
      class="icon"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width="1.75"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      {(of as IconShapes).map(([tag, attributes]) => h(tag, attributes))}
    </svg>
  );
}

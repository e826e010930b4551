/** A style of the tree, as CSS property names in camel case. */
export type Style = Readonly<Record<string, string | number | undefined>>;

/** A node of the tree that is laid out: the plain-object form of what JSX makes. */
export interface Element {
  readonly type: "div" | "img";
  readonly key?: string;
  readonly props: {
    readonly style: Style;
    readonly src?: string;
    readonly width?: number;
    readonly height?: number;
    readonly children?: string | readonly Element[];
  };
}

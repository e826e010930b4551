/** The values that a request gives to a document. */

/** The `layers` of a request: attributes by layer name. */
export type LayerOverrides = Readonly<Record<string, unknown>>;
/** The `variables` of a request. */
export type VariableValues = Readonly<Record<string, unknown>>;

/** The changes that a request makes to a document. */
export interface Overrides {
  readonly layers?: LayerOverrides | undefined;
  readonly variables?: VariableValues | undefined;
  /** The language of numbers and dates. @default that of the document */
  readonly locale?: string | undefined;
  /** The time zone of dates and times. @default that of the document */
  readonly timeZone?: string | undefined;
}

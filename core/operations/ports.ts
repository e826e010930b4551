/** The port that reads the figures of a deployment. */

/** A figure over time: the metric of the service, of a queue, or of the edge. */
export interface FigureQuery {
  readonly source:
    | { readonly kind: "service"; readonly metric: string }
    | { readonly kind: "queue"; readonly queue: string; readonly metric: string }
    | { readonly kind: "edge"; readonly metric: string };
  /** A statistic of CloudWatch: `Sum`, `SampleCount`, `Maximum`, `p95`. */
  readonly statistic: string;
}

export interface FigureRange {
  readonly startMs: number;
  readonly endMs: number;
  readonly periodSeconds: number;
}

export interface FigurePoint {
  readonly startMs: number;
  readonly value: number;
}

export interface RaisedAlarm {
  readonly name: string;
  readonly description: string;
}

export interface FigureStore {
  /** Resolves to the points of each query, oldest first. A period without values has no point. */
  read(queries: readonly FigureQuery[], range: FigureRange): Promise<readonly (readonly FigurePoint[])[]>;
  /** Resolves to the alarms of the stack that are raised now. */
  raisedAlarms(): Promise<readonly RaisedAlarm[]>;
}

/**
 * The prices of AWS that the estimate uses: us-east-1, on demand, without free tiers and taxes, from the pricing page of each
 * service. If you update them, also change the date.
 */
export const PRICES = {
  region: "us-east-1",
  date: "2026-10",
  /** Lambda on arm64. */
  lambdaGbSecond: 0.0000133334,
  millionLambdaRequests: 0.2,
  millionWriteUnits: 0.625,
  millionReadUnits: 0.125,
  gbRecovery: 0.2,
  millionSqsRequests: 0.4,
  millionEvents: 1,
  millionHttpApiRequests: 1,
  thousandS3Writes: 0.005,
  thousandS3Reads: 0.0004,
  gbStored: 0.023,
  /** To viewers in North America and Europe, in the first 10 TB of a month. */
  gbToViewers: 0.085,
  millionEdgeRequests: 1,
  millionEdgeFunctions: 0.1,
  /** Reads of the key-value store by the edge function. */
  millionKeyValueReads: 0.03,
  gbLogs: 0.5,
  secret: 0.4,
  tenThousandSecretReads: 0.05,
  alarmMetric: 0.1,
  /** A custom metric that has a value in every hour of a month. */
  metricSeries: 0.3,
  dashboard: 3,
} as const;

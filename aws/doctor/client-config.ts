import type { STSClient } from "@aws-sdk/client-sts";

/** The configuration of every client in this folder. */
export interface ClientConfig {
  readonly region: string;
  readonly credentials: STSClient["config"]["credentials"];
  readonly maxAttempts: number;
}

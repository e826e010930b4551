import type { STSClient } from "@aws-sdk/client-sts";

/** What every client of this folder is created with. */
export interface ClientConfig {
  readonly region: string;
  readonly credentials: STSClient["config"]["credentials"];
  readonly maxAttempts: number;
}

/** What every emulated service has in common, and the constants that all of them agree on. */

/** The one region that the local runner plays. */
export const LOCAL_REGION = "us-east-1";
/** The account id in every local ARN. */
export const LOCAL_ACCOUNT_ID = "000000000000";

/** A running service on a loopback port. */
export interface Service {
  /** `http://127.0.0.1:port`, without a slash at the end. */
  readonly endpoint: string;
  /** Stops listening, ends open connections (kept alive or long polling) and resolves when nothing is left running. */
  close(): Promise<void>;
}

/** What every service is started with. */
export interface ServiceOptions {
  /** Folder for the state, made if need be; nothing outside it is written. */
  readonly dataDir: string;
  /** Port to listen on; 0 (the default) lets the operating system choose. */
  readonly port?: number;
}

/** An event on its way to a bus, as a service in process hands it over. */
export interface BusEntry {
  readonly source: string;
  readonly detailType: string;
  readonly detail: Readonly<Record<string, unknown>>;
  readonly resources?: readonly string[];
  readonly time?: Date;
  /** Name or ARN of the bus; the account's default bus unless given. */
  readonly busName?: string;
}

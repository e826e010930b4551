/** The entry point of the package for programs that run a server themselves. */
export { findConnection, ConnectionSettingsError } from "./transports/connection.js";
export { runStdio } from "./transports/stdio.js";
export type { ServiceConnection } from "./service/route-caller.js";

/**
 * Reads metrics and alarms. It is a separate bundle beside the handler, because only the operator's page needs the client
 * of CloudWatch.
 */
export { createFigures } from "../../aws/figures.js";

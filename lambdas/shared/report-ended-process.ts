import type { EndReport } from "@image-render/engine/process";
import type { FunctionLog } from "./logger.js";

/**
 * Logs the end of a rendering process. A crash is an error of this service, regardless of the picture that caused it.
 */
export function reportEndedProcess(log: FunctionLog): (report: EndReport) => void {
  return (report) => {
    if (report.reason === "crash") {
      log.error("A picture has ended its rendering process. The same picture would do it again.", { ...report });
    } else if (report.reason === "idle") {
      log.warn("The rendering process ended between renders. The next one starts.", { ...report });
    } else {
      log.warn("A picture has reached a limit. Its rendering process was ended.", { ...report });
    }
  };
}

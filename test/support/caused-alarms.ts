/**
 * The alarms whose fault a test causes on the local service: those of `test/slow/alarms.test.ts`. `test/lib/alarms.test.ts`
 * compares them with the alarms of the template.
 */
export const CAUSED_ALARMS = [
  "RequestErrorsAlarm",
  "JobErrorsAlarm",
  "BackgroundErrorsAlarm",
  "RenderingInteractiveMessagesOld",
  "RenderingStandardMessagesOld",
  "RenderingBulkMessagesOld",
  "RenderingHeavyMessagesOld",
  "RenderingRenderDeadLettersPresent",
  "UndeliveredEventsDeadLettersPresent",
  "MonitoringThrottled",
  "MonitoringFunctionUrlErrors",
  "MonitoringEdgeServerErrors",
  "MonitoringEdgeFunctionErrors",
  "MonitoringMetricsSlowPictures",
] as const;
export type CausedAlarm = (typeof CAUSED_ALARMS)[number];

/** Returns the logical ID of a resource without the hash at its end. */
export const withoutHash = (logicalId: string): string => logicalId.replace(/[0-9A-F]{8}$/, "");

/** Reads the map of queue URLs that consumers need to change a message's visibility. */
import * as z from "zod";

const queueUrlsSchema = z.record(z.string(), z.url());

export function parseQueueUrls(json: string): Record<string, string> {
  return queueUrlsSchema.parse(JSON.parse(json));
}

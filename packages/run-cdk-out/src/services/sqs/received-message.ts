/** Messages in the response of ReceiveMessage. */
import { LOCAL_ACCOUNT_ID } from "../service.js";
import { digestAttributes, digestBody, type MessageAttributes } from "./message-digest.js";
import type { ReceivedMessage } from "./message-store.js";
import { queueArn } from "./queue-registry.js";

/** The attributes that the receiver requested. */
export interface AttributeSelection {
  readonly AttributeNames: readonly string[];
  readonly MessageSystemAttributeNames: readonly string[];
  readonly MessageAttributeNames: readonly string[];
}

/** Returns a message with only the requested attributes. */
export function describeReceived(message: ReceivedMessage, selection: AttributeSelection): object {
  const systemNames = [...selection.AttributeNames, ...selection.MessageSystemAttributeNames];
  const system = Object.entries(systemAttributes(message)).filter(
    ([name]) => systemNames.includes("All") || systemNames.includes(name),
  );
  const own = Object.entries(JSON.parse(message.attributes) as MessageAttributes).filter(([name]) =>
    selection.MessageAttributeNames.some((pattern) => matches(pattern, name)),
  );
  const attributes = Object.fromEntries(own);
  return {
    MessageId: message.id,
    ReceiptHandle: message.receipt,
    Body: message.body,
    MD5OfBody: digestBody(message.body),
    ...(system.length > 0 ? { Attributes: Object.fromEntries(system) } : {}),
    ...(own.length > 0 ? { MessageAttributes: attributes, MD5OfMessageAttributes: digestAttributes(attributes) } : {}),
  };
}

function systemAttributes(message: ReceivedMessage): Record<string, string> {
  return {
    SenderId: LOCAL_ACCOUNT_ID,
    SentTimestamp: String(message.sent_ms),
    ApproximateReceiveCount: String(message.receive_count),
    ApproximateFirstReceiveTimestamp: String(message.first_received_ms),
    ...(message.group_id === "" ? {} : { MessageGroupId: message.group_id }),
    ...(message.trace_header === null ? {} : { AWSTraceHeader: message.trace_header }),
    ...(message.source_queue === null ? {} : { DeadLetterQueueSourceArn: queueArn(message.source_queue) }),
  };
}

/** `All` and `.*` match all names, `prefix.*` those with the prefix. */
function matches(pattern: string, name: string): boolean {
  if (pattern === "All" || pattern === ".*") return true;
  return pattern.endsWith(".*") ? name.startsWith(pattern.slice(0, -2)) : name === pattern;
}

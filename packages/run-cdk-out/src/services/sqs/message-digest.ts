/** The MD5 digests that SQS returns and the SDK verifies. */
import { createHash } from "node:crypto";
import * as z from "zod";

export const messageAttributesSchema = z.record(
  z.string(),
  z.strictObject({ DataType: z.string(), StringValue: z.string().optional(), BinaryValue: z.string().optional() }),
);
export type MessageAttributes = z.infer<typeof messageAttributesSchema>;

/** Hexadecimal MD5 of the body of a message. */
export function digestBody(body: string): string {
  return createHash("md5").update(body).digest("hex");
}

/**
 * Hexadecimal MD5 of message attributes, in the order of their names. Each part follows its length in four bytes. One
 * byte before the value distinguishes text from binary (SQS developer guide, "Calculating the MD5 message digest").
 */
export function digestAttributes(attributes: MessageAttributes): string {
  const hash = createHash("md5");
  const addSized = (bytes: Buffer): void => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.length);
    hash.update(length).update(bytes);
  };
  for (const [name, { DataType, StringValue, BinaryValue }] of sorted(attributes)) {
    addSized(Buffer.from(name));
    addSized(Buffer.from(DataType));
    hash.update(Buffer.from([BinaryValue === undefined ? 1 : 2]));
    addSized(BinaryValue === undefined ? Buffer.from(StringValue ?? "") : Buffer.from(BinaryValue, "base64"));
  }
  return hash.digest("hex");
}

/** Returns the size of a message: its body, and the name, type and value of each attribute. */
export function messageBytes(body: string, attributes: MessageAttributes): number {
  let bytes = Buffer.byteLength(body);
  for (const [name, { DataType, StringValue, BinaryValue }] of Object.entries(attributes)) {
    bytes += Buffer.byteLength(name) + Buffer.byteLength(DataType);
    bytes += Buffer.byteLength(StringValue ?? "") + Buffer.byteLength(BinaryValue ?? "", "base64");
  }
  return bytes;
}

function sorted(attributes: MessageAttributes): [string, MessageAttributes[string]][] {
  return Object.entries(attributes).sort(([a], [b]) => (a < b ? -1 : 1));
}

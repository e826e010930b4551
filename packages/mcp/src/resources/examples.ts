/** Examples: documents with their pictures. */
import names from "../documentation/example-names.json" with { type: "json" };
import { sizeOf } from "../pictures/fit-scale.js";
import { previewOf } from "../pictures/preview.js";
import { CallError } from "../service/call-error.js";
import type { Caller } from "../service/caller.js";
import type { JsonObject, Picture } from "../service/render-service.js";

export const EXAMPLES: readonly { readonly name: string; readonly title: string; readonly description: string }[] =
  names;

type Contents = ({ uri: string; mimeType: string; text: string } | { uri: string; mimeType: string; blob: string })[];

/**
 * Returns the document of an example as JSON, and its picture, which the service renders for free. A key that may not
 * preview gets only the document.
 */
export async function exampleContents(uri: string, name: string, reader: Caller): Promise<Contents> {
  const { default: examples } = await import("../documentation/examples.json", { with: { type: "json" } });
  const found = examples.find((example) => example.name === name);
  if (found === undefined) throw new Error(`There is no example ${name}.`);
  const { document, request = {} } = found as { readonly document: JsonObject; readonly request?: JsonObject };
  const text = JSON.stringify({ document, request }, undefined, 1);
  const picture = await pictureOf(document, request, reader);
  const shown = picture && { uri: `${uri}/picture`, mimeType: picture.mediaType, blob: base64(picture) };
  return [{ uri, mimeType: "application/json", text }, ...(shown === undefined ? [] : [shown])];
}

/** An example is useful without its picture, for example when the previews of the day are used up. */
async function pictureOf(
  document: JsonObject,
  { layers, variables }: JsonObject,
  { service, scopes }: Caller,
): Promise<Picture | undefined> {
  if (!scopes.includes("templates")) return undefined;
  const content = { ...(layers !== undefined && { layers }), ...(variables !== undefined && { variables }) };
  try {
    return await previewOf(service, { document, size: sizeOf(document) }, content);
  } catch (error) {
    if (error instanceof CallError) return undefined;
    throw error;
  }
}

function base64({ bytes }: Picture): string {
  return Buffer.from(bytes).toString("base64");
}

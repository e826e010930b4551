/** Writes and reads the XML of S3 and CloudFront. */

/** Text, or child elements in order. Undefined children are omitted. */
export type XmlContent = string | number | boolean | readonly (XmlElement | undefined)[];
export type XmlElement = readonly [name: string, content: XmlContent];

const NAMESPACE = "http://s3.amazonaws.com/doc/2006-03-01/";
const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** Returns a whole document. Responses of S3 have S3's namespace, but errors have none. */
export function xmlDocument([name, content]: XmlElement, namespace = true): string {
  const attributes = namespace ? ` xmlns="${NAMESPACE}"` : "";
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${name}${attributes}>${xmlContent(content)}</${name}>`;
}

/**
 * Returns the raw content of each element with that name, in order. Ignores attributes and namespaces. Limit: nested
 * elements of that name are not supported.
 */
export function readElements(xml: string, name: string): string[] {
  const element = new RegExp(`<(?:\\w+:)?${name}(?:\\s[^>]*)?>([^]*?)</(?:\\w+:)?${name}>`, "g");
  return [...xml.matchAll(element)].map((match) => match[1] ?? "");
}

/** Returns the text of the first element with that name, with decoded entities. */
export function readText(xml: string, name: string): string | undefined {
  const [content] = readElements(xml, name);
  return content?.replace(/&(#x[0-9a-fA-F]+|#\d+|\w+);/g, (whole, entity: string) => {
    if (entity.startsWith("#x")) return String.fromCodePoint(parseInt(entity.slice(2), 16));
    if (entity.startsWith("#")) return String.fromCodePoint(Number(entity.slice(1)));
    return ENTITIES[entity] ?? whole;
  });
}

function xmlContent(content: XmlContent): string {
  if (typeof content !== "object") return escapeText(String(content));
  return content
    .filter((child) => child !== undefined)
    .map(([name, inner]) => `<${name}>${xmlContent(inner)}</${name}>`)
    .join("");
}

/** XML 1.0 forbids control characters except tab and newline. S3 writes them as references anyway. */
function escapeText(text: string): string {
  // eslint-disable-next-line no-control-regex -- control characters must be escaped
  return text.replace(/[&<>"\u0000-\u0008\u000b-\u001f]/g, (char) => ESCAPES[char] ?? `&#${char.charCodeAt(0)};`);
}

import { type About, textsOf } from "./file-facts.js";

/** The properties of Dublin Core, and the lists that XMP prescribes for them (ISO 16684-1, 8.3). */
const PROPERTIES: Readonly<Record<keyof About, { readonly name: string; readonly list: "Alt" | "Seq" }>> = {
  title: { name: "dc:title", list: "Alt" },
  author: { name: "dc:creator", list: "Seq" },
  copyright: { name: "dc:rights", list: "Alt" },
};

/** The attribute of an entry in each kind of list. The entries of an alternative list name their language. */
const LANGUAGE = { Alt: ' xml:lang="x-default"', Seq: "" } as const;

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** Returns an XMP packet with the given words, or `undefined` if there are none. Every format can contain it. */
export function xmpPacket(about: About): string | undefined {
  const properties = textsOf(about).map(([key, text]) => {
    const { name, list } = PROPERTIES[key];
    return `<${name}><rdf:${list}><rdf:li${LANGUAGE[list]}>${escape(text)}</rdf:li></rdf:${list}></${name}>`;
  });
  if (properties.length === 0) return undefined;
  return [
    '<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>',
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
    '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">',
    ...properties,
    '</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="r"?>',
  ].join("");
}

function escape(text: string): string {
  return text.replace(/[&<>]/g, (character) => ESCAPES[character] ?? character);
}

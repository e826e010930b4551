/** A declaration of an address, as Illustrator writes it: `<!ENTITY ns_svg "http://www.w3.org/2000/svg">`. */
const ADDRESS = /<!ENTITY\s+([A-Za-z_][\w.-]{0,40})\s+(["'])(https?:\/\/[\w./:%#?=~-]{1,200})\2\s*>/g;
const DOCTYPE = /<!DOCTYPE\s[^[\]>]{0,500}\[([^\]]{0,10000})\]\s*>/;
/** Each of the few attributes that name namespaces can contain a reference. */
const MAX_REFERENCES = 200;

/**
 * Inserts the addresses that Illustrator declares as entities at the start of its files. All other entities stay, and the
 * XML reader refuses them: entities can refer to each other, and grow without limit. Line breaks stay where they are.
 */
export function withoutAddressEntities(text: string): string {
  const [doctype = "", declarations = ""] = DOCTYPE.exec(text) ?? [];
  const addresses = new Map([...declarations.matchAll(ADDRESS)].map(([, name = "", , value = ""]) => [name, value]));
  if (addresses.size === 0 || declarations.replace(ADDRESS, "").trim() !== "") return text;
  let left = MAX_REFERENCES;
  return text
    .replace(doctype, doctype.replace(/[^\r\n]/g, " "))
    .replace(/&([\w.-]{1,41});/g, (reference, name: string) => {
      const address = addresses.get(name);
      return address === undefined || left-- <= 0 ? reference : address;
    });
}

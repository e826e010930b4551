/**
 * Returns the address of a picture for a row of the sheet, for example `=IMAGE(PICTURE_URL($A$1:$B$1, A2:B2))`.
 *
 * @param {string[][]} names the cells with the names of layers or variables
 * @param {string[][]} values the cells of the row; an empty cell leaves the text of the template
 * @param {string} options further keys of the query, such as "format=jpg&scale=2"
 * @return the signed address
 * @customfunction
 */
function PICTURE_URL(names, values, options) {
  const settings = PropertiesService.getScriptProperties().getProperties();
  const keys = [names].flat(2);
  const texts = [values].flat(2);
  const query = keys
    .map((name, index) => [String(name), String(texts[index] ?? "")])
    .filter(([name, text]) => name !== "" && text !== "")
    .concat(
      String(options || "")
        .split("&")
        .filter((pair) => pair !== "")
        .map((pair) => pair.split("=")),
    );
  return signedUrl_(settings, query);
}

/** Signs a picture, as described in docs/signing.md. */
function signedUrl_(settings, pairs) {
  const encoded = pairs.map(([key, value]) => [encode_(key), encode_(value)]);
  encoded.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const lines = encoded.map(([key, value]) => key + "=" + value);
  const text = ["v1", settings.IRS_TEMPLATE, ...lines].join("\n");
  const code = Utilities.computeHmacSha256Signature(text, settings.IRS_SIGNING_KEY, Utilities.Charset.UTF_8);
  const signature = Utilities.base64EncodeWebSafe(code).replace(/=+$/, "");
  const sig = "sig=" + [settings.IRS_KEY_ID, settings.IRS_GENERATION, signature].join(".");
  return settings.IRS_URL + "/api/v1/img/" + settings.IRS_TEMPLATE + "?" + [...lines, sig].join("&");
}

/** Percent-encoding by RFC 3986. `encodeURIComponent` leaves five characters out. */
function encode_(text) {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => "%" + character.charCodeAt(0).toString(16).toUpperCase(),
  );
}

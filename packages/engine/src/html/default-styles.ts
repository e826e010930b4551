/** The default look of elements that the layout engine does not know, as in browsers. */
export const DEFAULT_STYLES: Readonly<Record<string, ReadonlyMap<string, string>>> = {
  sub: styleOf("vertical-align: sub; font-size: smaller"),
  sup: styleOf("vertical-align: super; font-size: smaller"),
  del: styleOf("text-decoration: line-through"),
  ins: styleOf("text-decoration: underline"),
  button: styleOf(
    "display: inline-flex; flex-direction: column; justify-content: center; padding: 2px 7px; box-sizing: border-box; " +
      "border: 1px solid #767676; border-radius: 3px; background-color: #efefef; color: black; font-size: 13.3333px; line-height: normal; " +
      "letter-spacing: normal; text-align: center; text-transform: none",
  ),
};

function styleOf(css: string): ReadonlyMap<string, string> {
  return new Map(css.split("; ").map((declaration) => declaration.split(": ") as [string, string]));
}

/** The texts of the dialog that shows all font families. */
export const fontChoice = {
  search: "Find a family, a style or a script",
  none: "No family has this name, style or script.",
  own: "in this document",
  present: "chosen",
};

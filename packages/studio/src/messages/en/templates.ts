/** Texts of the pages about templates. */
export const templates = {
  tabs: { label: "Pages of the template", tryIt: "Try it", versions: "Versions" },
};

/** A template document that renders in a few milliseconds. */
export const DOCUMENT = {
  width: 40,
  height: 24,
  variables: [{ name: "title", type: "string", default: "Ok" }],
  layers: [
    { id: "back", name: "back", type: "rectangle", x: 0, y: 0, width: 40, height: 24, background_color: "#3355ff" },
    {
      ...{ id: "title", name: "title", type: "text", x: 2, y: 2, width: 36, height: 20 },
      ...{ text: "{{title}}", color: "#ffffff", font_size: 8 },
    },
  ],
} as const;

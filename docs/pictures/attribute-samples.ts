/** The samples that the small pictures beside the attributes of the template format show. */

/** Attributes of a layer, or of a document's layers. */
type Attributes = Readonly<Record<string, unknown>>;

/** The address of the photo, which the renderer of the pictures loads from the examples. */
export const PHOTO = "https://images.example.com/photo.webp";
/** The size of a picture in a table, in pixels. */
export const SAMPLE_SIZE = { width: 96, height: 60 } as const;

const INK = "#3450c9";
const PALE = "#c5cdf2";
const GRADIENT = {
  type: "linear-gradient",
  angle: 90,
  stops: [
    { color: "#3450c9", position: 0 },
    { color: "#d06bb0", position: 1 },
  ],
};
const box = (more: Attributes): Attributes => ({ x: 18, y: 10, width: 60, height: 40, ...more });
const child = (id: string, more: Attributes = {}): Attributes => ({
  id,
  type: "rectangle",
  width: 14,
  height: 14,
  background_color: INK,
  border_radius: 2,
  ...more,
});
const children = [child("a"), child("b", { height: 22 }), child("c")];
const text = {
  x: 8,
  y: 6,
  width: 80,
  height: 48,
  text: "Hello",
  font_size: 22,
  vertical_align: "middle",
  color: "#1c1c1a",
};
const lines = { ...text, text: "Lines of a text", font_size: 14, line_height: 1.2 };

/** A layer of each type, which its samples change. The picture of the type itself shows it unchanged. */
export const BASES: Readonly<Record<string, Attributes>> = {
  text,
  image: box({ image_url: PHOTO }),
  rectangle: box({ background_color: INK }),
  ellipse: box({ background_color: INK }),
  polygon: box({ background_color: INK }),
  line: { x: 12, y: 28, width: 72, height: 4, color: INK },
  svg: box({
    svg: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path fill="currentColor" d="M12 2l3 7h7l-5.500 4.500L18.500 21 12 16.500 5.500 21l2-7.500L2 9h7z"/></svg>',
    color: INK,
  }),
  html: box({
    html: '<div style="display: flex; width: 100%; height: 100%; align-items: center; justify-content: center; background: #c5cdf2; border-radius: 8px; font-size: 16px; color: #1c1c1a">HTML</div>',
  }),
  qr: { x: 24, y: 6, width: 48, height: 48, data: "https://example.com" },
  barcode: { x: 10, y: 12, width: 76, height: 36, data: "4711" },
  group: box({ layout: "row", gap: 4, padding: 4, background_color: PALE, border_radius: 4, children }),
};

/** The samples that every type with the attribute shares. */
const SHARED: Readonly<Record<string, Attributes>> = {
  rotation: { rotation: 20 },
  opacity: { opacity: 0.35 },
  x: { x: 34 },
  y: { y: 18 },
  hide: { hide: true },
  width: { width: 30 },
  height: { height: 20 },
  background_color: { background_color: "#d06bb0" },
  background_gradient: { background_gradient: GRADIENT },
  border_color: { border_color: "#d06bb0", border_width: 4 },
  border_width: { border_width: 6 },
  border_style: { border_style: "dashed", border_width: 3, background_color: PALE },
  border_radius: { border_radius: 14 },
  border_top_left_radius: { border_top_left_radius: 20 },
  border_top_right_radius: { border_top_right_radius: 20 },
  border_bottom_right_radius: { border_bottom_right_radius: 20 },
  border_bottom_left_radius: { border_bottom_left_radius: 20 },
  shadow_color: { shadow_color: "#b42626", shadow_y: 4, shadow_blur: 8 },
  shadow_x: { shadow_color: "#00000088", shadow_x: 8 },
  shadow_y: { shadow_color: "#00000088", shadow_y: 8 },
  shadow_blur: { shadow_color: "#000000aa", shadow_y: 4, shadow_blur: 14 },
  shadows: {
    shadows: [
      { color: "#ffffff", spread: 3 },
      { color: "#d06bb0", spread: 6 },
    ],
  },
};

const MASKED = { image_url: PHOTO };

/** The samples of single types, by the attribute. */
export const SAMPLES: Readonly<Record<string, Readonly<Record<string, Attributes>>>> = {
  shared: SHARED,
  text: {
    text: { text: "Any text", font_size: 18 },
    rich: { text: "**bold** [red]{#b42626}", rich: true, font_size: 16 },
    text_styles: {
      text: "a [big]{big} word",
      rich: true,
      font_size: 14,
      text_styles: [{ name: "big", font_size: 24 }],
    },
    color: { color: "#d06bb0" },
    text_gradient: { text_gradient: GRADIENT, font_size: 30, font_weight: 700 },
    font_family: { font_family: "Playfair Display" },
    font_weight: { font_weight: 800 },
    font_style: { font_style: "italic", font_family: "Playfair Display" },
    font_size: { font_size: 32 },
    font_features: { text: "1/2 3/4", font_features: "frac" },
    line_height: { ...lines, line_height: 1.7, text: "Two lines of text" },
    letter_spacing: { letter_spacing: 0.2, font_size: 18 },
    align: { align: "right" },
    vertical_align: { vertical_align: "bottom" },
    padding: { padding: 12, background_color: PALE, font_size: 16 },
    max_lines: { ...lines, text: "Only one line of this text", max_lines: 1 },
    text_transform: { text_transform: "uppercase", font_size: 18 },
    text_decoration: { text_decoration: "underline" },
    text_wrap: { ...lines, text: "Lines of one length", text_wrap: "balance", align: "center" },
    text_fit: { text: "A text that is long", text_fit: "shrink", font_size: 40, min_font_size: 8 },
    min_font_size: { text: "A long text, no smaller than this", text_fit: "shrink", font_size: 30, min_font_size: 14 },
    max_font_size: { text: "Big", text_fit: "grow", max_font_size: 44 },
    text_direction: { text: "שלום", text_direction: "rtl" },
    stroke_color: { stroke_color: "#d06bb0", stroke_width: 2, font_size: 30, color: "#ffffff", font_weight: 700 },
    stroke_width: { stroke_color: INK, stroke_width: 4, font_size: 30, color: "#ffffff", font_weight: 700 },
    highlight_color: { highlight_color: "#ffe27a" },
    highlight_padding: { highlight_color: "#ffe27a", highlight_padding: 6 },
    highlight_radius: { highlight_color: "#ffe27a", highlight_padding: 6, highlight_radius: 10 },
  },
  image: {
    fit: { fit: "contain", background_color: PALE, width: 60, height: 48, y: 6 },
    crop: { crop: "smart", width: 30 },
    focus_x: { focus_x: 0, width: 24 },
    focus_y: { focus_y: 1, height: 18 },
    blur: { blur: 4 },
    greyscale: { greyscale: true },
    brightness: { brightness: 1.5 },
    tint: { tint: "#3450c999" },
    fallback_color: { image_url: "", fallback_color: PALE },
    mask: { ...MASKED, mask: { type: "ellipse" } },
  },
  polygon: { sides: { sides: 3 }, inner_radius: { sides: 5, inner_radius: 0.45 }, corner_radius: { corner_radius: 8 } },
  line: { color: { color: "#d06bb0" }, line_style: { line_style: "dashed" } },
  svg: { color: { color: "#d06bb0" }, fit: { fit: "fill" } },
  qr: {
    data: { data: "Other data" },
    color: { color: INK },
    error_correction: { error_correction: "H" },
    quiet_zone: { quiet_zone: 4, background_color: PALE },
  },
  barcode: {
    data: { data: "2026-11" },
    symbology: { symbology: "ean13", data: "4006381333931" },
    color: { color: INK },
    quiet_zone: { quiet_zone: 10, background_color: PALE },
    show_text: { show_text: true },
  },
  group: {
    layout: { layout: "column", children: [child("a", { height: 8 }), child("b", { height: 8 })] },
    gap: { gap: 8, children: [child("a"), child("b")] },
    padding: { padding: 12, children: [child("a"), child("b")] },
    padding_x: { padding_x: 16, children: [child("a"), child("b")] },
    padding_y: { padding_y: 12 },
    align_items: { align_items: "end" },
    justify_content: { justify_content: "space_between" },
    wrap: { wrap: true, children: [...children, child("d"), child("e")].map((layer) => ({ ...layer, height: 12 })) },
    clip: { clip: true, layout: "absolute", children: [{ ...child("a"), x: 36, y: 20, width: 40, height: 40 }] },
    children: { children },
    mask: { mask: { type: "ellipse" }, background_gradient: GRADIENT },
  },
};

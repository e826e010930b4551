/**
 * Names from CSS, HTML and other services with the names that this language has for them, as one text: it is part of
 * every function that checks documents. Names are without separators and in lower case. The first name that is a
 * candidate counts.
 */
const TABLE =
  "url src href image img picture photo source=image_url|src|image|data;bg background fill=background_color|background|color;" +
  "bgcolor backgroundimage=background_color|background|image_url;content value label=text|data|html|svg;size fs=font_size|width;" +
  "font family typeface=font_family|family|fonts;weight bold=font_weight|weight;italic=font_style;lineheight leading=line_height;" +
  "tracking kerning=letter_spacing;textalign alignment halign=align;valign verticalalignment=vertical_align;left=x;top=y;w=width;" +
  "h=height;angle rotate=rotation;alpha transparency=opacity;radius rounded corners cornerradius borderradius=border_radius|corner_radius;" +
  "stroke outline=stroke_color|border_color;strokewidth outlinewidth=border_width|stroke_width;border=border_width|border_color;" +
  "gradient=background_gradient|text_gradient;boxshadow textshadow dropshadow shadow=shadow_color;objectfit=fit;visible hidden display=hide|visible_if;" +
  "grayscale=greyscale;uppercase case=text_transform;underline=text_decoration;overflow=clip|text_fit;direction flexdirection=layout|text_direction;" +
  "justify=justify_content;spacing=gap|letter_spacing;items layers elements=children|layers;maxlength lines lineclamp=max_lines;" +
  "rect box div square=rectangle|group;circle oval=ellipse;frame container=group;star triangle=polygon;vector icon path=svg;heading paragraph string=text;" +
  "qrcode=qr;code=barcode|qr;middle=center|middle;flexstart=start;flexend=end;between=space_between;scaledown=contain;stretch=fill|stretch";

let known: Map<string, readonly string[]> | undefined;

/** Returns the names that a normalized word can mean, the likeliest first. */
export function meaningsOf(word: string): readonly string[] {
  known ??= new Map(
    TABLE.split(";").flatMap((row) => {
      const [words = "", names = ""] = row.split("=");
      return words.split(" ").map((each) => [each, names.split("|")] as const);
    }),
  );
  return known.get(word) ?? [];
}

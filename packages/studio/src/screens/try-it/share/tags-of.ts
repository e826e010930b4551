/** The HTML that shows a signed image. */

/** The picture that the tags show. */
export interface SignedPicture {
  readonly url: string;
  readonly alt: string;
  readonly width: number;
  readonly height: number;
}

/** Returns an `<img>` that keeps its place before the picture arrives. */
export function imgTag({ url, alt, width, height }: SignedPicture): string {
  return `<img src="${escape(url)}" width="${width}" height="${height}" alt="${escape(alt)}">`;
}

/** Returns the tags with which social networks show the picture beside a link. */
export function openGraphTags({ url, alt, width, height }: SignedPicture): string {
  return [
    `<meta property="og:image" content="${escape(url)}">`,
    `<meta property="og:image:width" content="${width}">`,
    `<meta property="og:image:height" content="${height}">`,
    `<meta property="og:image:alt" content="${escape(alt)}">`,
    `<meta name="twitter:card" content="summary_large_image">`,
  ].join("\n");
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}

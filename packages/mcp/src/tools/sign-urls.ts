import * as z from "zod";
import { pictureShape, templateId } from "./shapes/request.js";
import { shownWarnings, warningShape } from "./shapes/warning.js";
import { defineTool } from "./tool.js";

const picture = { template: templateId, ...pictureShape };

/** Mints signed image URLs. */
export const signUrls = defineTool({
  name: "sign_urls",
  title: "Sign image URLs",
  description:
    "Makes 1 to 50 URLs of pictures for web pages, e-mails and Open Graph tags. They need no key. Signing is free; the first view of each renders it and costs one credit.",
  scopes: ["render"],
  effect: "create",
  input: z.object({
    images: z.array(z.object(picture)).min(1).max(50),
    expiresIn: z.int().min(60).max(315_360_000).optional().describe("Seconds. Default: one year."),
  }),
  output: z.object({
    urls: z.array(z.object({ url: z.string(), expiresAt: z.string(), warnings: z.array(warningShape).optional() })),
  }),
  async run({ images, expiresIn }, { service }) {
    const jobs = images.map((image) => ({ ...image, ...(expiresIn !== undefined && { expiresIn }) }));
    const urls = await service.signUrls({ jobs });
    return {
      data: {
        urls: urls.map(({ url, expiresAt, warnings = [] }) => ({
          url,
          expiresAt,
          ...(warnings.length > 0 && { warnings: shownWarnings(warnings) }),
        })),
      },
    };
  },
});

import { attribute, documentAttribute } from "../attributes/attribute.js";
import { maskSchema } from "../attributes/mask.js";
import { fitSchema } from "../attributes/shared-attributes.js";
import { urlSchema, urlTextSchema } from "./image-address.js";

/**
 * The attributes of a layer that can be cut to a shape, or to the alpha of an image. The address is an attribute of its
 * own, so that requests can replace it and the uploads of a document are found in it.
 */
export const masking = {
  mask: documentAttribute(maskSchema.optional().describe("The shape that the layer is cut to")),
  mask_image_url: attribute("url", "Image whose alpha the layer is cut to", urlSchema).inDocuments(
    urlTextSchema.default(""),
  ),
  mask_fit: attribute("string", "Fit of the mask image", fitSchema).default("contain"),
};

import { IMAGE_FORMATS } from "@image-render/engine/formats";
import * as z from "zod";

export const imageFormatSchema = z.enum(IMAGE_FORMATS);

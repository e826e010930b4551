/** All tools, in the order in which assistants see them. */
import type { Scope } from "../service/scope.js";
import { createTemplate } from "./create-template.js";
import { getBatch } from "./get-batch.js";
import { getRender } from "./get-render.js";
import { getTemplate } from "./get-template.js";
import { getTemplateSchema } from "./get-template-schema.js";
import { getUsage } from "./get-usage.js";
import { listFonts } from "./list-fonts.js";
import { listRenders } from "./list-renders.js";
import { listTemplates } from "./list-templates.js";
import { preview } from "./preview.js";
import { render } from "./render.js";
import { renderBatch } from "./render-batch.js";
import { resendWebhook } from "./resend-webhook.js";
import { searchDocs } from "./search-docs.js";
import { signUrls } from "./sign-urls.js";
import type { Tool } from "./tool.js";
import { updateTemplate } from "./update-template.js";
import { validate } from "./validate.js";

export const TOOLS: readonly Tool[] = [
  listTemplates,
  getTemplateSchema,
  getTemplate,
  validate,
  preview,
  createTemplate,
  updateTemplate,
  render,
  renderBatch,
  getRender,
  getBatch,
  listRenders,
  signUrls,
  resendWebhook,
  getUsage,
  listFonts,
  searchDocs,
];

/** Returns the tools that a key with these scopes can use. */
export function toolsFor(scopes: readonly Scope[]): readonly Tool[] {
  return TOOLS.filter((tool) => tool.scopes.some((scope) => scopes.includes(scope)));
}

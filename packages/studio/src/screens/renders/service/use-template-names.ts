import { ApiError } from "@image-render/client";
import { renderList } from "../../../messages/en/renders.js";
import { irs } from "../../../service/irs.js";
import { useResource } from "../../../service/use-resource.js";

/** A template, as lists of other things name it. */
export interface TemplateName {
  readonly id: string;
  readonly name: string;
}

/** The number of templates that a filter offers. The others are found by their IDs. */
const LISTED = 100;
/** The maximum number of templates whose names are requested one by one. */
const MAX_ASKED = 20;

/** Reads the names of the newest templates, for filters. */
export function useTemplateChoices(): readonly TemplateName[] {
  const { data } = useResource("templates/names", async (signal) => {
    const { templates } = await irs.templates.list({ limit: LISTED }, { signal }).page();
    return templates.map(({ id, name }) => ({ id, name }));
  });
  return data ?? [];
}

/** Reads the names of templates. An ID without a name is not known yet. */
export function useTemplateNames(ids: readonly string[]): ReadonlyMap<string, string> {
  const listed = useTemplateChoices();
  const names = new Map(listed.map(({ id, name }) => [id, name]));
  const missing = listed.length === 0 ? [] : [...new Set(ids)].filter((id) => !names.has(id)).sort();
  const asked = missing.slice(0, MAX_ASKED);
  const { data = [] } = useResource(`templates/names/${asked.join()}`, (signal) =>
    Promise.all(asked.map((id) => readName(id, signal))),
  );
  for (const { id, name } of data) names.set(id, name);
  return names;
}

async function readName(id: string, signal: AbortSignal): Promise<TemplateName> {
  try {
    const { name } = await irs.templates.get(id, { signal });
    return { id, name };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return { id, name: renderList.deletedTemplate };
    throw error;
  }
}

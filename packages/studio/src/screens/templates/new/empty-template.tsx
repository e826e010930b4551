import { useState } from "preact/hooks";
import { Button } from "../../../components/button.js";
import { TextField } from "../../../components/field.js";
import { ErrorNotice } from "../../../components/states.js";
import { newTemplate as texts } from "../../../messages/en/new-template.js";
import { navigate, pathTo } from "../../../router/location.js";
import { irs } from "../../../service/irs.js";
import { invalidate } from "../../../service/resources.js";
import { useAction } from "../../../service/use-action.js";
import { emptyDocument, problemOfSize, type Size, SIZES, type SizeName } from "../size-presets.js";

/** The longest side of the outline of a size, in CSS pixels. */
const OUTLINE_PX = 72;

/** Begins with an empty page in one of the usual sizes, or in another one. */
export function EmptyTemplate() {
  const [custom, setCustom] = useState({ width: "", height: "" });
  const size = { width: Number(custom.width), height: Number(custom.height) };
  const isTyped = custom.width !== "" && custom.height !== "";
  const problem = isTyped ? problemOfSize(size) : undefined;
  const creation = useAction(async (wanted: Size) => {
    const { id } = await irs.templates.create({ name: texts.emptyName, document: emptyDocument(wanted) });
    invalidate("templates");
    navigate(pathTo("templates", id, "edit"));
  });
  return (
    <section aria-labelledby="empty">
      <h2 id="empty">{texts.empty}</h2>
      <p class="quiet">{texts.emptyLead}</p>
      {creation.error !== undefined && <ErrorNotice what={texts.createFailed} error={creation.error} />}
      <ul class="size-grid">
        {(Object.keys(SIZES) as SizeName[]).map((name) => (
          <li key={name}>
            <button type="button" class="size" onClick={() => void creation.run(SIZES[name])}>
              <span class="size-outline" aria-hidden="true">
                <span style={outlineOf(SIZES[name])} />
              </span>
              <span>{texts.sizes[name]}</span>
              <span class="quiet">{texts.sizeOf(SIZES[name].width, SIZES[name].height)}</span>
            </button>
          </li>
        ))}
      </ul>
      <form
        class="size-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (isTyped && problem === undefined) void creation.run(size);
        }}
      >
        <h3>{texts.custom}</h3>
        <TextField
          label={texts.width}
          type="number"
          value={custom.width}
          onInput={(width) => setCustom({ ...custom, width })}
          error={problem === undefined ? undefined : texts.sizeProblems[problem]}
        />
        <TextField
          label={texts.height}
          type="number"
          value={custom.height}
          onInput={(height) => setCustom({ ...custom, height })}
        />
        <Button type="submit" isDisabled={!isTyped || problem !== undefined} isBusy={creation.isRunning}>
          {texts.create}
        </Button>
      </form>
    </section>
  );
}

function outlineOf({ width, height }: Size): { readonly width: string; readonly height: string } {
  const scale = OUTLINE_PX / Math.max(width, height);
  return { width: `${Math.round(width * scale)}px`, height: `${Math.round(height * scale)}px` };
}

import type { Render } from "@image-render/client";
import { renderStages as texts } from "../../messages/en/renders.js";
import { formatDuration } from "../../messages/format.js";

const STAGES = ["queued", "load", "draw", "encode", "store"] as const;

/** The time of a render by stage: a bar whose parts have the lengths of the stages, and the same as text. */
export function StageBar({ stages }: { readonly stages: NonNullable<Render["stages"]> }) {
  const parts = STAGES.map((name) => ({ name, ms: stages[`${name}Ms`] }));
  return (
    <section>
      <h2>{texts.title}</h2>
      <div class="stage-bar" aria-hidden="true">
        {parts.map(({ name, ms }) => (
          <span key={name} class={name} style={{ flexGrow: ms }} />
        ))}
      </div>
      <dl class="stage-list">
        {parts.map(({ name, ms }) => (
          <div key={name} title={texts.hints[name]}>
            <dt>
              <span class={`stage-key ${name}`} />
              {texts.names[name]}
            </dt>
            <dd>{formatDuration(ms)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

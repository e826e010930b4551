import type { Render } from "@image-render/client";
import { renderArchive, renderFailure } from "../../messages/en/renders.js";
import type { RenderState } from "./describe-render.js";
import { explainFailure } from "./explain-failure.js";

/** Says in plain words why there is no picture, and what to do. Shows nothing for a render without a problem. */
export function RenderOutcome({ render, state }: { readonly render: Render; readonly state: RenderState }) {
  if (state === "archived") {
    return (
      <section class="render-outcome archived">
        <h2>{renderArchive.title}</h2>
        <p>{renderArchive.text}</p>
        <a href="/docs/renders#when-a-picture-is-archived">{renderArchive.read}</a>
      </section>
    );
  }
  if (render.error === undefined || (state !== "failed" && state !== "canceled")) return null;
  const { text, href } = explainFailure(render.error);
  return (
    <section class={`render-outcome ${state}`}>
      <h2>{state === "canceled" ? renderFailure.canceledTitle : renderFailure.title}</h2>
      {state === "failed" && (
        <p class="render-error" dir="auto">
          {render.error}
        </p>
      )}
      <p>{text}</p>
      <a href={href}>{renderFailure.read}</a>
    </section>
  );
}

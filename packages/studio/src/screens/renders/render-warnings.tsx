import type { Render } from "@image-render/client";
import { renderWarnings as texts } from "../../messages/en/renders.js";

/** The warnings of a render, each with its layer. */
export function RenderWarnings({ render: { warnings = [] } }: { readonly render: Render }) {
  if (warnings.length === 0) return null;
  return (
    <section>
      <h2>{texts.title(warnings.length)}</h2>
      <ul class="render-warnings">
        {warnings.map(({ code, layer, message }, index) => (
          <li key={index}>
            <p dir="auto">{message}</p>
            <p class="quiet">
              <code>{code}</code>
              {layer !== "" && ` · ${texts.layer(layer)}`}
            </p>
          </li>
        ))}
      </ul>
      <a href="/docs/template-format#warnings">{texts.about}</a>
    </section>
  );
}

import type { Render } from "@image-render/client";
import { OUTPUT_FORMATS } from "@image-render/client/formats";
import { FileText } from "lucide";
import { Button } from "../../components/button.js";
import { Icon } from "../../components/icon.js";
import { Picture } from "../../components/picture.js";
import { renderPage as texts } from "../../messages/en/renders.js";
import { picturePath, stateOf } from "./describe-render.js";

interface RenderPictureProps {
  readonly render: Render;
  readonly name: string;
}

/** The picture of a render, or why there is none. Its place has the size of the picture from the beginning. */
export function RenderPicture({ render, name }: RenderPictureProps) {
  const path = picturePath(render);
  const { width, height, format } = render;
  const state = stateOf(render);
  if (path !== undefined && OUTPUT_FORMATS[format].isShownByBrowsers) {
    return (
      <a class="render-stage" href={path} target="_blank" rel="noreferrer" title={texts.openPicture}>
        <Picture src={path} alt={texts.alt(name)} width={width} height={height} />
      </a>
    );
  }
  const waiting = state === "queued" || state === "running" ? texts.pictureWaiting : texts.pictureFailed;
  return (
    <div class="render-stage">
      <div class="render-no-picture quiet" style={{ aspectRatio: `${width} / ${height}` }}>
        {path === undefined ? (
          <p>{state === "archived" ? texts.pictureArchived : waiting}</p>
        ) : (
          <>
            <Icon of={FileText} size={28} />
            <p>{texts.picturePdf}</p>
            <Button href={path}>{texts.openPicture}</Button>
          </>
        )}
      </div>
    </div>
  );
}

import { ApiError, type Render } from "@image-render/client";
import { Code } from "../../components/code.js";
import { ErrorNotice, Skeleton } from "../../components/states.js";
import { renderRequest as texts } from "../../messages/en/renders.js";
import { pathTo } from "../../router/location.js";
import { useStoredRequest } from "./service/use-stored-request.js";

/** The request of a render as JSON. */
export function RenderRequest({ render }: { readonly render: Render }) {
  const { data, error, reload } = useStoredRequest(render.id);
  return (
    <section>
      <h2>{texts.title}</h2>
      {data !== undefined && <Code text={JSON.stringify(data.request, null, 2)} label={texts.label} />}
      {data === undefined && error === undefined && <Skeleton height="180px" />}
      {data === undefined && error !== undefined && (
        <>
          {error instanceof ApiError && error.status === 410 ? (
            <p class="quiet">
              {texts.gone} <a href={pathTo("templates", render.template)}>{texts.tryIt}</a>
            </p>
          ) : (
            <ErrorNotice what={texts.failed} error={error} onRetry={() => void reload()} />
          )}
        </>
      )}
    </section>
  );
}

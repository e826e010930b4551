import { ApiError, ConnectionError } from "@image-render/client";
import { Plus } from "lucide";
import { Button } from "../../components/button.js";
import { Empty, ErrorNotice, ProgressLine, Skeleton } from "../../components/states.js";
import { states } from "../../messages/en/common.js";
import { design as texts } from "../../messages/en/design.js";
import { Part, Specimen } from "./specimen.js";

const nothing = (): void => undefined;
const LOST = new ConnectionError("fetch failed");
const REFUSED = new ApiError(texts.refused, {
  status: 412,
  code: "PRECONDITION_FAILED",
  details: undefined,
  requestId: "2f6c1b0e-8a4d-4d0e-9d3c-5b1f6a7e8c90",
  retryAfterMs: undefined,
});

/** The states that a screen shows while it has no data, and in place of data. */
export function States() {
  return (
    <Part id="states" title={texts.states} lead={texts.statesLead}>
      <div class="specimen-grid">
        <Specimen label={texts.emptyState}>
          <Empty
            title={texts.emptyTitle}
            action={
              <Button kind="primary" icon={Plus}>
                {texts.create}
              </Button>
            }
          >
            {texts.empty}
          </Empty>
        </Specimen>
        <Specimen label={texts.errorState}>
          <ErrorNotice what={texts.failed} error={LOST} onRetry={nothing} />
          <ErrorNotice what={texts.notSaved} error={REFUSED} unchanged={states.unchanged} />
        </Specimen>
        <Specimen label={texts.skeletons}>
          <Skeleton width="70%" />
          <Skeleton width="90%" />
          <Skeleton width="40%" height="32px" />
        </Specimen>
        <Specimen label={texts.progress}>
          <div class="progress-frame">
            <ProgressLine isShown />
          </div>
        </Specimen>
      </div>
    </Part>
  );
}

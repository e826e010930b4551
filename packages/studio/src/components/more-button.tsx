import { actions } from "../messages/en/common.js";
import { Button } from "./button.js";

interface MoreButtonProps {
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  readonly error?: Error | undefined;
  readonly onMore: () => void;
}

/** Reads the next page of a list. */
export function MoreButton({ hasMore, isLoading, error, onMore }: MoreButtonProps) {
  if (!hasMore) return null;
  return (
    <p class="more">
      <Button isBusy={isLoading} onClick={onMore}>
        {isLoading ? actions.loadingMore : actions.more}
      </Button>{" "}
      {error?.message}
    </p>
  );
}

import { ArrowUp } from "lucide";
import { lists } from "../messages/en/common.js";
import { Button } from "./button.js";

/** Shows what was created since the list was shown. Its space is always reserved, so that nothing moves. */
export function FreshButton({ number, onShow }: { readonly number: number; readonly onShow: () => void }) {
  return (
    <span class="list-fresh" role="status">
      {number > 0 && (
        <Button icon={ArrowUp} onClick={onShow}>
          {lists.fresh(number)}
        </Button>
      )}
    </span>
  );
}

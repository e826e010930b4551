import { useEffect, useRef } from "preact/hooks";
import { MoreButton } from "../../components/more-button.js";
import { pages } from "../../messages/en/common.js";
import type { Pages } from "../../service/use-pages.js";
import { moveThroughGrid } from "./grid-keys.js";
import type { ListedTemplate } from "./service/template-routes.js";
import { DeletedCard } from "./deleted-card.js";
import { TemplateCard, TemplateCardSkeleton } from "./template-card.js";

interface TemplateGridProps {
  readonly list: Pages<ListedTemplate, number>;
  readonly hasProjects: boolean;
}

const SKELETONS = 12;

/** The cards of the gallery. Arrow keys move through them, and the next ones are read before the reader arrives. */
export function TemplateGrid({ list, hasProjects }: TemplateGridProps) {
  const { data, error } = list;
  if (data === undefined && error !== undefined) return null;
  return (
    <>
      <ul class="template-grid" aria-label={pages.templates} aria-busy={list.isLoading} onKeyDown={moveThroughGrid}>
        {data === undefined
          ? Array.from({ length: SKELETONS }, (_, index) => <TemplateCardSkeleton key={index} />)
          : data.items.map((template) =>
              template.deletedAt === undefined ? (
                <TemplateCard key={template.id} template={template} hasProject={hasProjects} />
              ) : (
                <DeletedCard key={template.id} template={template} />
              ),
            )}
      </ul>
      {data?.next !== undefined && <NextCards key={data.items.length} list={list} />}
    </>
  );
}

/** Reads the next cards when the end of the list comes near. The button is for browsers that do not report this. */
function NextCards({ list }: { readonly list: Pages<ListedTemplate, number> }) {
  const mark = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting === true) list.more();
      },
      { rootMargin: "800px" },
    );
    if (mark.current !== null) observer.observe(mark.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={mark}>
      <MoreButton hasMore isLoading={list.isLoadingMore} error={list.moreError} onMore={list.more} />
    </div>
  );
}

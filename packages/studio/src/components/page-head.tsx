import { ChevronLeft } from "lucide";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { formatNumber } from "../messages/format.js";
import { shell } from "../messages/en/common.js";
import { Icon } from "./icon.js";
import "./page-head.css";

interface PageHeadProps {
  readonly title: string;
  /** How many things the list has. */
  readonly count?: number | undefined;
  /** Whether the list has more than `count`. */
  readonly hasMore?: boolean;
  /** The page above this one. */
  readonly up?: { readonly href: string; readonly label: string };
  readonly children?: ComponentChildren;
  /** Search and filters, below the title. */
  readonly filters?: ComponentChildren;
}

/** The title of a page, with its actions. It also names the page in the browser's tab. */
export function PageHead({ title, count, hasMore = false, up, children, filters }: PageHeadProps) {
  useEffect(() => {
    document.title = `${title} · ${shell.home}`;
  }, [title]);
  return (
    <header class="page-head">
      {up !== undefined && (
        <a class="page-up" href={up.href}>
          <Icon of={ChevronLeft} size={14} />
          {up.label}
        </a>
      )}
      <div class="page-title">
        <h1 dir="auto">
          {title}
          {count !== undefined && <span class="page-count quiet"> {shell.count(formatNumber(count), hasMore)}</span>}
        </h1>
        <div class="page-actions">{children}</div>
      </div>
      {filters !== undefined && <div class="page-filters">{filters}</div>}
    </header>
  );
}

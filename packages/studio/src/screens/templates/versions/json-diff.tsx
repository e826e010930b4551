import { ErrorNotice, Skeleton } from "../../../components/states.js";
import { versions as texts } from "../../../messages/en/versions.js";
import { irs } from "../../../service/irs.js";
import { useResource } from "../../../service/use-resource.js";
import { diffLines } from "./diff-lines.js";

interface JsonDiffProps {
  readonly id: string;
  readonly from: number;
  readonly to: number;
}

/** The changes of the document, line by line, with some unchanged lines around them. */
export function JsonDiff({ id, from, to }: JsonDiffProps) {
  const { data, error, reload } = useResource(`templates/diff/${id}/${from}/${to}`, async (signal) => {
    const [before, after] = await Promise.all(
      [from, to].map(async (version) => (await irs.templates.get(id, { version, signal })).document),
    );
    return diffLines(JSON.stringify(before, undefined, 2), JSON.stringify(after, undefined, 2));
  });
  if (error !== undefined) return <ErrorNotice what={texts.failed} error={error} onRetry={() => void reload()} />;
  if (data === undefined) return <Skeleton height="240px" />;
  if (data.every(({ kind }) => kind === "same")) return <p class="quiet">{texts.same}</p>;
  return (
    <pre class="json-diff" aria-label={texts.diffLabel} tabIndex={0}>
      {data.map(({ kind, text }, index) => (
        <code key={index} class={kind}>
          {kind !== "same" && kind !== "gap" && <span class="visually-hidden">{texts[kind]} </span>}
          <span aria-hidden="true">{{ added: "+ ", removed: "− ", same: "  ", gap: "  " }[kind]}</span>
          {text}
          {"\n"}
        </code>
      ))}
    </pre>
  );
}

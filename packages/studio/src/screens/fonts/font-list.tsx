import { useState } from "preact/hooks";
import { CopyButton } from "../../components/copy.js";
import { SelectField, TextField } from "../../components/field.js";
import { PageHead } from "../../components/page-head.js";
import { Empty, ErrorNotice } from "../../components/states.js";
import { TextSample } from "../../components/text-sample.js";
import { pages } from "../../messages/en/common.js";
import { formatNumber } from "../../messages/format.js";
import { fonts as texts } from "../../messages/en/fonts.js";
import { pathTo, query, setQuery } from "../../router/location.js";
import { irs } from "../../service/irs.js";
import { useResource } from "../../service/use-resource.js";
import { hasScope } from "../../session/session.js";
import { distinct, FAMILIES, type Family, findFamilies } from "./families.js";
import { Button } from "../../components/button.js";
import "./font-list.css";

const MAX_OWN = 100;

/** The fonts that were uploaded, and the built-in families. */
export function FontList() {
  const [sample, setSample] = useState("");
  const parameter = (name: string): string => query.value.get(name) ?? "";
  const filter = { text: parameter("q"), style: parameter("style"), script: parameter("script") };
  const found = findFamilies(FAMILIES, filter);
  const choices = (any: string, values: readonly string[]) => [
    { value: "", label: any },
    ...distinct(values).map((value) => ({ value, label: value })),
  ];
  return (
    <>
      <PageHead
        title={pages.fonts}
        filters={
          <>
            <TextField
              label={texts.search}
              isLabelHidden
              type="search"
              placeholder={texts.search}
              value={filter.text}
              onInput={(q) => setQuery({ q })}
            />
            <SelectField
              label={texts.style}
              isLabelHidden
              value={filter.style}
              choices={choices(
                texts.anyStyle,
                FAMILIES.map(({ style }) => style),
              )}
              onInput={(style) => setQuery({ style })}
            />
            <SelectField
              label={texts.script}
              isLabelHidden
              value={filter.script}
              choices={choices(
                texts.anyScript,
                FAMILIES.flatMap(({ scripts }) => scripts),
              )}
              onInput={(script) => setQuery({ script })}
            />
            {hasScope("templates") && (
              <TextField
                label={texts.sample}
                isLabelHidden
                placeholder={texts.sample}
                value={sample}
                onInput={setSample}
              />
            )}
          </>
        }
      />
      {!hasScope("templates") && <p class="quiet">{texts.noScope}</p>}
      <OwnFonts sample={sample} />
      <section class="font-section" aria-labelledby="built-in">
        <h2 id="built-in">
          {texts.builtIn} <span class="quiet">{formatNumber(found.length)}</span>
        </h2>
        {found.length === 0 && <p class="quiet">{texts.none}</p>}
        <ul class="font-rows">
          {found.map((family) => (
            <FamilyRow key={family.family} family={family} sample={sample} />
          ))}
        </ul>
      </section>
    </>
  );
}

function FamilyRow({
  family: { family, style, scripts, weights },
  sample,
}: {
  readonly family: Family;
  readonly sample: string;
}) {
  return (
    <li class="font-row">
      {hasScope("templates") && <TextSample text={sample.trim() === "" ? family : sample} family={family} />}
      <div class="font-facts">
        <span class="font-name">
          <strong>{family}</strong>
          <CopyButton text={family} />
        </span>
        <span class="quiet">
          {style} · {texts.weights(weights)}
        </span>
        <span class="quiet">{texts.scripts(scripts)}</span>
      </div>
    </li>
  );
}

function OwnFonts({ sample }: { readonly sample: string }) {
  const { data, error, reload } = useResource("uploads/fonts", async (signal) => {
    const uploads = await irs.uploads.list({}, { signal }).first(MAX_OWN);
    return uploads.filter(({ contentType, state }) => contentType.startsWith("font/") && state === "ready");
  });
  return (
    <section class="font-section" aria-labelledby="own-fonts">
      <h2 id="own-fonts">
        {texts.own} {data !== undefined && data.length > 0 && <span class="quiet">{formatNumber(data.length)}</span>}
      </h2>
      {error !== undefined && data === undefined && (
        <ErrorNotice what={texts.failed} error={error} onRetry={() => void reload()} />
      )}
      {data?.length === 0 && (
        <Empty title={texts.ownEmpty} action={<Button href={pathTo("uploads")}>{texts.upload}</Button>}>
          {texts.ownLead}
        </Empty>
      )}
      <ul class="font-rows">
        {data?.map(({ id, path, filename }) => (
          <li class="font-row" key={id}>
            {hasScope("templates") && (
              <TextSample text={sample.trim() === "" ? nameOf(filename ?? id) : sample} family="Uploaded" src={path} />
            )}
            <div class="font-facts">
              <span class="font-name">
                <strong class="truncate">{filename ?? id}</strong>
              </span>
              <span class="font-name quiet">
                <span class="mono truncate">{path}</span>
                <CopyButton text={path} />
              </span>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Returns the name of a font file without its extension. */
const nameOf = (filename: string): string => filename.replace(/\.(?:ttf|otf|woff2?)$/i, "");

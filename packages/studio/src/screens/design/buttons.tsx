import { ChevronDown, Download, Ellipsis, Plus, Trash2 } from "lucide";
import { Button, IconButton } from "../../components/button.js";
import { MoreButton } from "../../components/more-button.js";
import { design as texts } from "../../messages/en/design.js";
import { Part, Specimen } from "./specimen.js";

const KINDS = ["primary", "plain", "quiet", "danger"] as const;
const ICONS = { primary: Plus, plain: Download, quiet: ChevronDown, danger: Trash2 };
const nothing = (): void => undefined;

/** Buttons of each kind in each state. */
export function Buttons() {
  return (
    <Part id="buttons" title={texts.buttons} lead={texts.buttonsLead}>
      <div class="specimen-grid">
        {KINDS.map((kind) => (
          <Specimen key={kind} label={texts.kinds[kind]} isRow>
            <Button kind={kind}>{texts.kinds[kind]}</Button>
            <Button kind={kind} icon={ICONS[kind]}>
              {texts.withIcon}
            </Button>
            <Button kind={kind} isBusy>
              {texts.busy}
            </Button>
            <Button kind={kind} isDisabled>
              {texts.disabled}
            </Button>
          </Specimen>
        ))}
        <Specimen label={texts.link} isRow>
          <Button href="#buttons">{texts.link}</Button>
          <IconButton label={texts.iconOnly} icon={Ellipsis} />
          <a href="#buttons">{texts.link}</a>
        </Specimen>
        <Specimen label={texts.iconOnly} isRow>
          <MoreButton hasMore isLoading={false} onMore={nothing} />
          <MoreButton hasMore isLoading onMore={nothing} />
        </Specimen>
      </div>
    </Part>
  );
}

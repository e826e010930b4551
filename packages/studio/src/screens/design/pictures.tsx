import { Picture } from "../../components/picture.js";
import { design as texts } from "../../messages/en/design.js";
import badge from "./pictures/badge.svg";
import card from "./pictures/card.svg";
import { Part, Specimen } from "./specimen.js";

/** A picture in each of its states. */
export function Pictures() {
  return (
    <Part id="pictures" title={texts.pictures} lead={texts.picturesLead}>
      <div class="specimen-grid pictures">
        <Specimen label={texts.opaque}>
          <Picture src={card} alt={texts.opaque} width={600} height={315} />
        </Specimen>
        <Specimen label={texts.transparent}>
          <Picture src={badge} alt={texts.transparent} width={600} height={315} />
        </Specimen>
        <Specimen label={texts.arriving}>
          <div class="picture-place">
            <Picture src={undefined} alt={texts.arriving} />
          </div>
        </Specimen>
        <Specimen label={texts.missing}>
          <Picture src="data:," alt={texts.missing} />
        </Specimen>
      </div>
    </Part>
  );
}

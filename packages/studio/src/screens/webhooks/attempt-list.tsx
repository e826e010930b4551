import { Check, CircleAlert } from "lucide";
import { Icon } from "../../components/icon.js";
import { RelativeTime } from "../../components/relative-time.js";
import { deliveryTexts as texts } from "../../messages/en/webhooks.js";
import { formatDuration } from "../../messages/format.js";
import { adviseOn, type Attempt } from "./explain-attempt.js";
import "./attempt-list.css";

/** The attempts of a delivery, the last one first, each with the response of the target. */
export function AttemptList({ attempts }: { readonly attempts: readonly Attempt[] }) {
  return (
    <ol class="attempts" reversed>
      {attempts.toReversed().map((attempt, index) => (
        <AttemptItem key={attempt.at} attempt={attempt} number={attempts.length - index} isLast={index === 0} />
      ))}
    </ol>
  );
}

interface AttemptItemProps {
  readonly attempt: Attempt;
  readonly number: number;
  readonly isLast: boolean;
}

function AttemptItem({ attempt, number, isLast }: AttemptItemProps) {
  const { at, durationMs, status, error, response } = attempt;
  const advice = isLast ? adviseOn(attempt) : undefined;
  return (
    <li>
      <p class={`attempt-head ${error === undefined ? "success" : "danger"}`}>
        <Icon of={error === undefined ? Check : CircleAlert} size={14} />
        <span class="visually-hidden">{texts.attempt(number)}</span>
        <strong>{status ?? texts.noResponse}</strong>
        <span class="quiet">{texts.took(formatDuration(durationMs))}</span>
        <span class="quiet">
          <RelativeTime at={at} />
        </span>
      </p>
      {error !== undefined && (isLast || status === undefined) && <p>{error}</p>}
      {advice !== undefined && <p class="quiet">{advice}</p>}
      {response !== undefined && response !== "" && (
        <pre class="attempt-response" tabIndex={0} aria-label={texts.response} dir="auto">
          {response}
        </pre>
      )}
    </li>
  );
}

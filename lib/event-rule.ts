/** The only way to create a rule for an event bus or a schedule. The rule has a dead-letter queue with an alarm. */
import { Stack, Validations } from "aws-cdk-lib";
import { type IRuleTarget, Rule, type RuleProps } from "aws-cdk-lib/aws-events";
import type { TargetBaseProps } from "aws-cdk-lib/aws-events-targets";
import { Construct } from "constructs";
import { type DeadLetters, makeDeadLetters } from "./queue-with-dead-letters.js";
import { RULE_DEAD_LETTERS } from "./security/nag-findings.js";

/** The property of a target that names the dead-letter queue. */
export type DeadLetterTarget = Required<Pick<TargetBaseProps, "deadLetterQueue">>;

export interface EventRuleProps extends Omit<RuleProps, "targets"> {
  /** Creates the target. Pass its properties on: `(undelivered) => new SqsQueue(queue, { ...undelivered })`. */
  readonly target: (undelivered: DeadLetterTarget) => IRuleTarget;
}

/**
 * A rule that loses no events: the events that the target does not accept go to a dead-letter queue. If a function
 * accepts an event and then fails, the event does not go there, because Lambda itself retries it.
 */
export class EventRule extends Rule {
  constructor(scope: Construct, id: string, { target, ...props }: EventRuleProps) {
    super(scope, id, {
      ...props,
      targets: [target({ deadLetterQueue: UndeliveredEvents.of(scope).deadLetters.queue })],
    });
  }
}

/**
 * The dead-letter queue of all rules. The rules share one, because each alarm costs $0.10 a month. The attributes of
 * each message name the rule, the target and the error.
 */
class UndeliveredEvents extends Construct {
  readonly deadLetters: DeadLetters;

  private constructor(scope: Construct, id: string) {
    super(scope, id);
    this.deadLetters = makeDeadLetters(this, "Events", { runbook: "undelivered-events" });
    Validations.of(this).acknowledge({
      id: `AwsSolutions::${RULE_DEAD_LETTERS.rule}`,
      reason: RULE_DEAD_LETTERS.answer,
    });
  }

  /** Returns the queue of a stack. The first call creates it. */
  static of(scope: Construct): UndeliveredEvents {
    const stack = Stack.of(scope);
    const found = stack.node.tryFindChild("Undelivered");
    return found instanceof UndeliveredEvents ? found : new UndeliveredEvents(stack, "Undelivered");
  }
}

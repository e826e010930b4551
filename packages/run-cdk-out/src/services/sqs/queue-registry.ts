/** The queues themselves: made, found, changed, removed. */
import type { DatabaseSync } from "node:sqlite";
import { AwsError } from "../aws-error.js";
import { LOCAL_ACCOUNT_ID, LOCAL_REGION } from "../service.js";
import { checkAttributes, type QueueAttributes, redrivePolicy } from "./queue-attributes.js";

export interface Queue {
  readonly name: string;
  readonly attributes: QueueAttributes;
  readonly tags: Readonly<Record<string, string>>;
  readonly createdMs: number;
  readonly modifiedMs: number;
}

interface QueueRow {
  readonly name: string;
  readonly attributes: string;
  readonly tags: string;
  readonly created_ms: number;
  readonly modified_ms: number;
}

export class QueueRegistry {
  constructor(
    private readonly database: DatabaseSync,
    private readonly now: () => number,
  ) {}

  /** Makes a queue, or finds the one of that name if none of the given attributes differs. */
  create(name: string, attributes: QueueAttributes, tags: Readonly<Record<string, string>>): Queue {
    if (!/^[\w-]{1,80}$/.test(name)) throw new AwsError("InvalidParameterValue", `${name} is not a queue name.`);
    this.check(attributes);
    const existing = this.find(name);
    if (existing) return adopt(existing, attributes);
    this.database
      .prepare("INSERT INTO queues VALUES (?, ?, ?, ?, ?)")
      .run(name, JSON.stringify(attributes), JSON.stringify(tags), this.now(), this.now());
    return this.get(name);
  }

  /** The queue of that name, or the error that SQS gives. */
  get(name: string): Queue {
    const queue = this.find(name);
    if (!queue) throw new AwsError("QueueDoesNotExist", `The specified queue ${name} does not exist.`);
    return queue;
  }

  list(prefix = ""): Queue[] {
    const rows = this.database.prepare("SELECT * FROM queues ORDER BY name").all() as unknown as QueueRow[];
    return rows.map(fromRow).filter((queue) => queue.name.startsWith(prefix));
  }

  /** Changes attributes; an empty redrive policy removes it. */
  setAttributes(name: string, changes: QueueAttributes): void {
    this.check(changes);
    const { RedrivePolicy, ...merged } = { ...this.get(name).attributes, ...changes };
    const attributes = RedrivePolicy === undefined || RedrivePolicy === "" ? merged : { ...merged, RedrivePolicy };
    this.database
      .prepare("UPDATE queues SET attributes = ?, modified_ms = ? WHERE name = ?")
      .run(JSON.stringify(attributes), this.now(), name);
  }

  setTags(name: string, tags: Readonly<Record<string, string>>): void {
    this.get(name);
    this.database.prepare("UPDATE queues SET tags = ? WHERE name = ?").run(JSON.stringify(tags), name);
  }

  /** Removes the queue and its messages. */
  delete(name: string): void {
    this.get(name);
    this.database.prepare("DELETE FROM queues WHERE name = ?").run(name);
  }

  private find(name: string): Queue | undefined {
    const row = this.database.prepare("SELECT * FROM queues WHERE name = ?").get(name);
    return row === undefined ? undefined : fromRow(row as unknown as QueueRow);
  }

  private check(attributes: QueueAttributes): void {
    checkAttributes(attributes);
    const policy = redrivePolicy(attributes);
    if (!policy || this.find(nameFromArn(policy.deadLetterTargetArn))) return;
    throw new AwsError("InvalidParameterValue", `Dead letter target does not exist: ${policy.deadLetterTargetArn}.`);
  }
}

export function queueArn(name: string): string {
  return `arn:aws:sqs:${LOCAL_REGION}:${LOCAL_ACCOUNT_ID}:${name}`;
}

export function nameFromArn(arn: string): string {
  return arn.split(":").at(-1) ?? "";
}

/** The queue's name is the last part of its URL; host and port don't matter, so URLs outlast a change of port. */
export function nameFromUrl(url: string): string {
  return url.split("/").at(-1) ?? "";
}

function adopt(existing: Queue, attributes: QueueAttributes): Queue {
  const differing = Object.entries(attributes).find(([name, value]) => existing.attributes[name] !== value);
  if (!differing) return existing;
  throw new AwsError(
    "QueueNameExists",
    `A queue already exists with the same name and a different value for attribute ${differing[0]}.`,
  );
}

function fromRow(row: QueueRow): Queue {
  return {
    name: row.name,
    attributes: JSON.parse(row.attributes) as QueueAttributes,
    tags: JSON.parse(row.tags) as Readonly<Record<string, string>>,
    createdMs: row.created_ms,
    modifiedMs: row.modified_ms,
  };
}

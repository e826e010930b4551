/** The queues and their attributes. */
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
  readonly #database: DatabaseSync;
  readonly #now: () => number;

  constructor(database: DatabaseSync, now: () => number) {
    this.#database = database;
    this.#now = now;
  }

  /** Creates a queue, or returns the existing one if all given attributes are equal. */
  create(name: string, attributes: QueueAttributes, tags: Readonly<Record<string, string>>): Queue {
    if (!/^[\w-]{1,80}$/.test(name)) throw new AwsError("InvalidParameterValue", `${name} is not a valid queue name.`);
    this.#check(attributes);
    const existing = this.#find(name);
    if (existing) return checkSameAttributes(existing, attributes);
    this.#database
      .prepare("INSERT INTO queues VALUES (?, ?, ?, ?, ?)")
      .run(name, JSON.stringify(attributes), JSON.stringify(tags), this.#now(), this.#now());
    return this.get(name);
  }

  /** Returns the queue with that name. Throws the error of SQS if it does not exist. */
  get(name: string): Queue {
    const queue = this.#find(name);
    if (!queue) throw new AwsError("QueueDoesNotExist", `The specified queue ${name} does not exist.`);
    return queue;
  }

  list(prefix = ""): Queue[] {
    const rows = this.#database.prepare("SELECT * FROM queues ORDER BY name").all() as unknown as QueueRow[];
    return rows.map(fromRow).filter((queue) => queue.name.startsWith(prefix));
  }

  /** Changes attributes. An empty redrive policy removes the policy. */
  setAttributes(name: string, changes: QueueAttributes): void {
    this.#check(changes);
    const { RedrivePolicy, ...merged } = { ...this.get(name).attributes, ...changes };
    const attributes = RedrivePolicy === undefined || RedrivePolicy === "" ? merged : { ...merged, RedrivePolicy };
    this.#database
      .prepare("UPDATE queues SET attributes = ?, modified_ms = ? WHERE name = ?")
      .run(JSON.stringify(attributes), this.#now(), name);
  }

  setTags(name: string, tags: Readonly<Record<string, string>>): void {
    this.get(name);
    this.#database.prepare("UPDATE queues SET tags = ? WHERE name = ?").run(JSON.stringify(tags), name);
  }

  /** Deletes the queue and its messages. */
  delete(name: string): void {
    this.get(name);
    this.#database.prepare("DELETE FROM queues WHERE name = ?").run(name);
  }

  #find(name: string): Queue | undefined {
    const row = this.#database.prepare("SELECT * FROM queues WHERE name = ?").get(name);
    return row === undefined ? undefined : fromRow(row as unknown as QueueRow);
  }

  #check(attributes: QueueAttributes): void {
    checkAttributes(attributes);
    const policy = redrivePolicy(attributes);
    if (!policy || this.#find(nameFromArn(policy.deadLetterTargetArn))) return;
    throw new AwsError("InvalidParameterValue", `Dead letter target does not exist: ${policy.deadLetterTargetArn}.`);
  }
}

export function queueArn(name: string): string {
  return `arn:aws:sqs:${LOCAL_REGION}:${LOCAL_ACCOUNT_ID}:${name}`;
}

export function nameFromArn(arn: string): string {
  return arn.split(":").at(-1) ?? "";
}

/**
 * The name of a queue is the last part of its URL. Host and port are ignored, so that URLs survive a change of port.
 */
export function nameFromUrl(url: string): string {
  return url.split("/").at(-1) ?? "";
}

function checkSameAttributes(existing: Queue, attributes: QueueAttributes): Queue {
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

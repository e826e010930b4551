/** Finds templates that are not deleted. */
import { BatchGetCommand, type DynamoDBDocumentClient, GetCommand } from "@aws-sdk/lib-dynamodb";
import type { PublicTemplateReader, StoredTemplate, TemplateStore } from "../core/templates/template-version.js";
import type { DocumentBucket } from "./document-bucket.js";
import { type Item, readHead, readHighest, readVersion } from "./template-items.js";

/** The maximum number of times that a batch with unprocessed keys is sent. */
const BATCH_ATTEMPTS = 5;

export function createTemplateFinder(
  client: DynamoDBDocumentClient,
  tableName: string,
  documents: DocumentBucket,
): Pick<TemplateStore, "find"> {
  const find = createFind(client, tableName, documents);
  return { find: (workspaceId, id, version) => find(id, version, (item) => item.workspaceId === workspaceId) };
}

/** Creates a reader that is only for signed images, whose viewers belong to no workspace. */
export function createPublicTemplates(
  client: DynamoDBDocumentClient,
  tableName: string,
  documents: DocumentBucket,
): PublicTemplateReader {
  const find = createFind(client, tableName, documents);
  return { findPublic: (id, version) => find(id, version, () => true) };
}

function createFind(client: DynamoDBDocumentClient, tableName: string, documents: DocumentBucket) {
  async function readHeadAndVersion(id: string, version: number): Promise<Item[]> {
    let keys: Record<string, unknown>[] = [
      { id, version: 0 },
      { id, version },
    ];
    const items: Item[] = [];
    for (let attempt = 0; keys.length > 0; attempt += 1) {
      if (attempt === BATCH_ATTEMPTS) {
        throw new Error(`The templates table returned an incomplete batch ${BATCH_ATTEMPTS} times.`);
      }
      const { Responses, UnprocessedKeys } = await client.send(
        new BatchGetCommand({ RequestItems: { [tableName]: { Keys: keys, ConsistentRead: true } } }),
      );
      items.push(...(Responses?.[tableName] ?? []));
      keys = UnprocessedKeys?.[tableName]?.Keys ?? [];
    }
    return items;
  }

  /** Treats items that are not `visible` as missing. */
  return async (
    id: string,
    version: number | "highest",
    visible: (item: Item) => boolean,
  ): Promise<StoredTemplate | undefined> => {
    if (version === "highest") {
      const { Item } = await client.send(
        new GetCommand({ TableName: tableName, Key: { id, version: 0 }, ConsistentRead: true }),
      );
      return Item !== undefined && visible(Item) ? await readHighest(documents, Item) : undefined;
    }
    const items = await readHeadAndVersion(id, version);
    const [headItem, versionItem] = [0, version].map((number) =>
      items.find((item) => item.version === number && visible(item)),
    );
    const found = headItem === undefined ? undefined : readHead(headItem);
    if (found === undefined || versionItem === undefined) return undefined;
    return { head: found.head, version: await readVersion(documents, versionItem) };
  };
}

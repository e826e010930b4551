/**
 * The signing generations of templates, in the templates table. A raised generation is stored as an item of the
 * template, with a version number that no template version has. A template whose signatures were never revoked has no
 * such item.
 *
 * The index `raisedGenerations` (id, signatureGeneration) is sparse: only these items have `signatureGeneration`.
 */
import { type DynamoDBDocumentClient, GetCommand, paginateScan, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import { INDEXES } from "../core/deployment/storage-layout.js";
import { FIRST_GENERATION } from "../core/signing/edge-entries.js";
import type { GenerationStore } from "../core/signing/signing-ports.js";
import { parseItem } from "./stored-item.js";

/** A version number that no template version has: versions start at 1, and the head has version 0. */
const GENERATION_ITEM_VERSION = -1;

const itemSchema = z.object({ id: z.uuid(), signatureGeneration: z.int().min(FIRST_GENERATION) });

export function createSignatureGenerations(client: DynamoDBDocumentClient, tableName: string): GenerationStore {
  const keyOf = (templateId: string) => ({ id: templateId, version: GENERATION_ITEM_VERSION });
  const parse = (item: unknown) => parseItem(itemSchema, item, "the templates table");
  return {
    async find(templateId) {
      const command = new GetCommand({ TableName: tableName, Key: keyOf(templateId), ConsistentRead: true });
      const { Item } = await client.send(command);
      return Item === undefined ? FIRST_GENERATION : parse(Item).signatureGeneration;
    },

    async raise(templateId) {
      const { Attributes } = await client.send(
        new UpdateCommand({
          TableName: tableName,
          Key: keyOf(templateId),
          UpdateExpression: "SET signatureGeneration = if_not_exists(signatureGeneration, :first) + :one",
          ExpressionAttributeValues: { ":first": FIRST_GENERATION, ":one": 1 },
          ReturnValues: "ALL_NEW",
        }),
      );
      return parse(Attributes).signatureGeneration;
    },

    async listRaised() {
      const raised: { templateId: string; generation: number }[] = [];
      // The table itself contains documents, so a scan of it would read gigabytes.
      const input = { TableName: tableName, IndexName: INDEXES.raisedGenerations };
      for await (const { Items = [] } of paginateScan({ client }, input)) {
        const items = Items.map(parse);
        raised.push(
          ...items.map(({ id, signatureGeneration }) => ({ templateId: id, generation: signatureGeneration })),
        );
      }
      return raised;
    },
  };
}

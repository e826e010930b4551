import { randomUUID } from "node:crypto";
import { expect, test } from "@jest/globals";
import { createSignatureGenerations } from "../../aws/signature-generations.js";
import type { GenerationStore } from "../../core/signing/signing-ports.js";
import { describeOnTables } from "../support/implementations.js";
import { createInMemoryGenerations } from "../support/in-memory-generations.js";

describeOnTables<{ generations: GenerationStore }>(
  "signing generations",
  {
    inMemory: () => ({ generations: createInMemoryGenerations() }),
    adapter: ({ client, names }) => ({ generations: createSignatureGenerations(client, names.Templates) }),
  },
  (stores) => {
    test("the generation of a template is 1 until it is raised", async () => {
      const { generations } = stores();
      const id = randomUUID();
      expect(await generations.find(id)).toBe(1);
      expect(await generations.raise(id)).toBe(2);
      expect(await generations.raise(id)).toBe(3);
      expect(await generations.find(id)).toBe(3);
    });

    test("ten concurrent raises return ten different generations", async () => {
      const id = randomUUID();
      const raised = await Promise.all(Array.from({ length: 10 }, () => stores().generations.raise(id)));
      expect(raised.sort((a, b) => a - b)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    });

    test("listRaised returns all templates whose generation was raised", async () => {
      const { generations } = stores();
      const [once, twice] = [randomUUID(), randomUUID()];
      for (const id of [once, twice, twice]) await generations.raise(id);
      const raised = await generations.listRaised();
      expect(raised).toContainEqual({ templateId: once, generation: 2 });
      expect(raised).toContainEqual({ templateId: twice, generation: 3 });
    });
  },
);

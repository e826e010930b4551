import { describe, expect, test } from "@jest/globals";
import { exampleSheet } from "../../../src/screens/batches/model/example-sheet.js";
import { guessColumns, optionOf } from "../../../src/screens/batches/model/guess-columns.js";
import { targetsOf } from "../../../src/screens/batches/model/targets.js";
import { field, FORM, TARGETS } from "./batch-fixture.js";

/** Guesses the columns of a table. */
function guess(columns: readonly string[], ...rows: readonly (readonly string[])[]): readonly (string | null)[] {
  return guessColumns({ columns, rows: rows.map((cells, index) => ({ number: index + 2, cells })) }, TARGETS);
}

describe("the guess of columns", () => {
  test("names are found in any case and with any separator", () => {
    expect(guess(["GUEST NAME", "Seat", "title_text"], ["Ada", "12", "Welcome"])).toEqual([
      "variables.guestName",
      "variables.seat",
      "layers.title.text",
    ]);
  });

  test("the name of a layer alone means what the layer shows", () => {
    expect(guess(["Title", "Photo"], ["Welcome", "https://example.com/a.png"])).toEqual([
      "layers.title.text",
      "layers.photo.image_url",
    ]);
  });

  test("a column with a similar name is taken if its cells have the type of the value", () => {
    expect(guess(["Seat number"], ["12"], ["7"])).toEqual(["variables.seat"]);
  });

  test("a column with a similar name and cells of another type is not taken", () => {
    expect(guess(["Seat number"], ["by the window"], ["in the back"])).toEqual([null]);
  });

  test("a column fits if at least half of its cells have the type of the value", () => {
    expect(guess(["Seat number"], ["12"], ["in the back"])).toEqual(["variables.seat"]);
    expect(guess(["Seat number"], ["12"], ["in the back"], ["by the window"])).toEqual([null]);
  });

  test("a column that shares one word with a name and has another word of its own is not taken", () => {
    expect(guess(["Guest e-mail"], ["ada@example.com"])).toEqual([null]);
  });

  test("each value is filled by one column, and the better name wins", () => {
    expect(guess(["Guest", "Guest name"], ["Ada", "Ada Lovelace"])).toEqual([null, "variables.guestName"]);
  });

  test("the first 20 cells that are filled show the type of a column", () => {
    const fill = (count: number, text: string) => Array.from({ length: count }, () => [text]);
    const [words, numbers] = [fill(10, "by the window"), fill(10, "12")];
    expect(guess(["Seat number"], ...words, ...fill(5, ""), ...numbers, ...words)).toEqual(["variables.seat"]);
  });

  test("a variable is preferred to a layer with the same name, and its text to its other contents", () => {
    const layers = [{ name: "code", type: "barcode", main: [field("data"), field("text")], more: [] }];
    const targets = (fields = FORM.fields) => targetsOf({ fields, lists: [], layers });
    const guessed = (of: ReturnType<typeof targetsOf>) => guessColumns({ columns: ["Code"], rows: [] }, of);
    expect(guessed(targets([]))).toEqual(["layers.code.text"]);
    expect(guessed(targets([field("code")]))).toEqual(["variables.code"]);
    expect(guessed([...targets([field("code")])].reverse())).toEqual(["variables.code"]);
  });

  test("a name that is written as one word, or shares three of four words, is found", () => {
    expect(guess(["Guestname"])).toEqual(["variables.guestName"]);
    const targets = targetsOf({ fields: [field("ticketPriceInEuro")], lists: [], layers: [] });
    const guessed = (name: string) => guessColumns({ columns: [name], rows: [] }, targets);
    expect(guessed("Ticket price in dollars")).toEqual(["variables.ticketPriceInEuro"]);
    expect(guessed("Ticket price of seats")).toEqual([null]);
  });

  test("a name without letters and digits fits nothing", () => {
    const targets = targetsOf({ fields: [field("_")], lists: [], layers: [] });
    expect(guessColumns({ columns: ["#"], rows: [] }, targets)).toEqual([null]);
  });

  test("columns that fit nothing are not used", () => {
    expect(guess(["E-mail", "Comment"], ["ada@example.com", "late"])).toEqual([null, null]);
  });

  test("cells that hide a layer do not affect the guess of the type", () => {
    expect(guess(["Photo"], ["__HIDDEN__"], [""])).toEqual(["layers.photo.image_url"]);
  });

  test("a column of names fills the layer for a person, if no other column has a better name for it", () => {
    const recipient = { ...(TARGETS.find(({ id }) => id === "layers.title.text") as (typeof TARGETS)[number]) };
    const targets = [{ ...recipient, id: "layers.recipient.text", name: "recipient" }];
    const guessed = (...columns: readonly string[]) => guessColumns({ columns, rows: [] }, targets);
    expect(guessed("Name", "Hours")).toEqual(["layers.recipient.text", null]);
    expect(guessed("Name", "Recipient")).toEqual([null, "layers.recipient.text"]);
    expect(guessed("Company name")).toEqual([null]);
  });

  test("choices are found by their text in any case", () => {
    expect(guess(["Tier"], ["gold"], ["SILVER"])).toEqual(["variables.tier"]);
    expect(optionOf(["Gold", "gold"], "gold")).toBe("gold");
    expect(optionOf(["Gold"], "bronze")).toBeUndefined();
  });
});

describe("the sheet that a person can begin with", () => {
  test("has a column for each value that a template is usually filled with, and the values of the template", () => {
    const layers = [
      {
        name: "title",
        type: "text",
        main: [{ ...field("text"), fallback: "Hello" }, field("hide")],
        more: [field("x")],
      },
      { name: "badge", type: "image", main: [field("image_url"), field("color")], more: [] },
    ];
    const [names, values] = exampleSheet(targetsOf({ ...FORM, layers }));
    expect(names).toEqual(["guestName", "seat", "tier", "items", "title", "badge image_url", "badge color"]);
    expect(values).toEqual(["", "", "", "", "Hello", "", ""]);
  });

  test("has names that the page recognizes", () => {
    const [names = []] = exampleSheet(TARGETS);
    expect(guess(names)).toEqual([
      "variables.guestName",
      "variables.seat",
      "variables.tier",
      "variables.items",
      "layers.title.text",
      "layers.photo.image_url",
      "layers.v1.2 note.text",
    ]);
  });
});

import type { HuffmanTable } from "../../core/rendering/output/jpeg/huffman-tables.js";

/** The tables that the JPEG standard suggests (ITU-T T.81, K.3), for comparison. */
export const STANDARD_TABLES: readonly { readonly dc: HuffmanTable; readonly ac: HuffmanTable }[] = [
  {
    dc: ["", "00", "01 02 03 04 05", "06", "07", "08", "09", "0a", "0b", "", "", "", "", "", "", ""],
    ac: [
      "",
      "01 02",
      "03",
      "00 04 11",
      "05 12 21",
      "31 41",
      "06 13 51 61",
      "07 22 71",
      "14 32 81 91 a1",
      "08 23 42 b1 c1",
      "15 52 d1 f0",
      "24 33 62 72",
      "",
      "",
      "82",
      "09 0a 16 17 18 19 1a 25 26 27 28 29 2a 34 35 36 37 38 39 3a 43 44 45 46 47 48 49 4a 53 54 55 56 57 58 59 5a 63 64 65 66 67 68 69 6a 73 74 75 76 77 78 79 7a 83 84 85 86 87 88 89 8a 92 93 94 95 96 97 98 99 9a a2 a3 a4 a5 a6 a7 a8 a9 aa b2 b3 b4 b5 b6 b7 b8 b9 ba c2 c3 c4 c5 c6 c7 c8 c9 ca d2 d3 d4 d5 d6 d7 d8 d9 da e1 e2 e3 e4 e5 e6 e7 e8 e9 ea f1 f2 f3 f4 f5 f6 f7 f8 f9 fa",
    ],
  },
  {
    dc: ["", "00 01 02", "03", "04", "05", "06", "07", "08", "09", "0a", "0b", "", "", "", "", ""],
    ac: [
      "",
      "00 01",
      "02",
      "03 11",
      "04 05 21 31",
      "06 12 41 51",
      "07 61 71",
      "13 22 32 81",
      "08 14 42 91 a1 b1 c1",
      "09 23 33 52 f0",
      "15 62 72 d1",
      "0a 16 24 34",
      "",
      "e1",
      "25 f1",
      "17 18 19 1a 26 27 28 29 2a 35 36 37 38 39 3a 43 44 45 46 47 48 49 4a 53 54 55 56 57 58 59 5a 63 64 65 66 67 68 69 6a 73 74 75 76 77 78 79 7a 82 83 84 85 86 87 88 89 8a 92 93 94 95 96 97 98 99 9a a2 a3 a4 a5 a6 a7 a8 a9 aa b2 b3 b4 b5 b6 b7 b8 b9 ba c2 c3 c4 c5 c6 c7 c8 c9 ca d2 d3 d4 d5 d6 d7 d8 d9 da e2 e3 e4 e5 e6 e7 e8 e9 ea f2 f3 f4 f5 f6 f7 f8 f9 fa",
    ],
  },
];

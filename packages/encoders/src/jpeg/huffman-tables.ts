/**
 * The Huffman tables of all JPEG pictures, derived from pictures of this project by `npm run jpeg-tables`. They have a
 * code for each symbol that a picture can have.
 */
import type { HuffmanTables } from "./huffman-codes.js";

/** The tables for luma and for chroma. */
export const HUFFMAN_TABLES: readonly HuffmanTables[] = [
  {
    dc: ["00", "", "01 02", "03", "05 04 06 08 07", "09", "0a", "0b", "", "", "", "", "", "", "", ""],
    ac: [
      "",
      "01",
      "00 02 11",
      "03 04",
      "21 05 12 06",
      "31 41 07",
      "51 13 61 22",
      "08 71 32 14",
      "81 91 15 42",
      "a1 b1 d1 52 23 16 54",
      "c1 b2 38 62 f0 18 b3 93 82 17 75 b4 d2 72 37 a2 a5",
      "33 a3 a4 74 09 53 d3 e1 73 84 55 35 56 76 36 92 24",
      "94 b5 43 e3 57 83 e2 67 85 e4 63 47 c4 c2 c3 39 f1 34 64 65 66",
      "95 19 44 46 25 45 77",
      "d4 26 a6 49 28 27 86",
      "48 c5 87 96 b6 f2 d8 58 29 0a 1a 2a 3a 4a 59 5a 68 69 6a 78 79 7a 88 89 8a 97 98 99 9a a7 a8 a9 aa b7 b8 b9 ba c6 c7 c8 c9 ca d5 d6 d7 d9 da e5 e6 e7 e8 e9 ea f3 f4 f5 f6 f7 f8 f9 fa",
    ],
  },
  {
    dc: ["00", "01", "02", "03", "04", "05", "06", "07", "08", "09", "0a", "0b", "", "", "", ""],
    ac: [
      "00",
      "",
      "01 11",
      "02",
      "03 04",
      "12 21 31",
      "05 41 51",
      "13 06 32 61 71 a1",
      "81 14 22 b1 33 d1 c1 91 e1 15",
      "52 07 42 f0 62",
      "34 16 23 53 72 a2",
      "63 08 43 35 e2",
      "82 24 b2 09 f1 17",
      "64 d2 92 c2",
      "44 0a 54",
      "25 73 36 45 93 a3 83 46 b3 26 d3 55 f2 c3 18 19 1a 27 28 29 2a 37 38 39 3a 47 48 49 4a 56 57 58 59 5a 65 66 67 68 69 6a 74 75 76 77 78 79 7a 84 85 86 87 88 89 8a 94 95 96 97 98 99 9a a4 a5 a6 a7 a8 a9 aa b4 b5 b6 b7 b8 b9 ba c4 c5 c6 c7 c8 c9 ca d4 d5 d6 d7 d8 d9 da e3 e4 e5 e6 e7 e8 e9 ea f3 f4 f5 f6 f7 f8 f9 fa",
    ],
  },
];

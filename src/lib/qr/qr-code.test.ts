import { expect, test } from "vitest";
import { buildQrCode } from "./qr-code.ts";

/** Read back by another program when it was written down. */
const READ_BACK = `
#######..#.##.#######
#.....#..###..#.....#
#.###.#.##.##.#.###.#
#.###.#..#.#..#.###.#
#.###.#...#.#.#.###.#
#.....#.....#.#.....#
#######.#.#.#.#######
........##.##........
###.########.##...#..
..#.##.#..#...#...##.
....#.#####.#...#...#
##.#.#...##...#...#..
##..####....#.#.#.#.#
........##.#.#.#.#.##
#######.#..#.###.####
#.....#.######.###...
#.###.#.#.##.###.##.#
#.###.#...#...#...##.
#.###.#.##..#...#...#
#.....#.##....#...##.
#######.##..#.#.#.###
`;

test("a code is as other programs draw it", () => {
  const drawn = (buildQrCode("a") ?? []).map((row) => row.map((isDark) => (isDark ? "#" : ".")).join(""));
  expect(drawn).toEqual(READ_BACK.trim().split("\n"));
});

test.for([
  [1, 21],
  [17, 21],
  [18, 25],
  [106, 37],
  [107, 41],
  [230, 53],
] as const)("%i letters take a square of %i modules", ([letters, size]) => {
  const code = buildQrCode("x".repeat(letters));
  expect([code?.length, code?.[0]?.length]).toEqual([size, size]);
});

test("more than fits is no code", () => {
  expect(buildQrCode("x".repeat(231))).toBe(null);
});

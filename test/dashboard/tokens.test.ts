/** The colours that are shipped: readable, and told apart by every eye. Measured from the style sheet itself. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const sheet = readFileSync(join(import.meta.dirname, "../../dashboard/src/styles/tokens.css"), "utf8");

function tokensOf(start: string): ReadonlyMap<string, Rgb> {
  const from = sheet.indexOf(start);
  const block = sheet.slice(from, sheet.indexOf("}", from));
  return new Map(
    [...block.matchAll(/--([\w-]+): #([0-9a-f]{6});/g)].map(([, name = "", hex = ""]) => [name, rgb(hex)]),
  );
}

type Rgb = readonly [number, number, number];
const rgb = (hex: string): Rgb => [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255) as never;
const linear = (colour: Rgb): Rgb =>
  colour.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)) as never;
const times = (rows: readonly Rgb[], [a, b, c]: Rgb): Rgb => rows.map(([x, y, z]) => x * a + y * b + z * c) as never;

const themes = { light: tokensOf(":root {"), dark: tokensOf(':root[data-theme="dark"] {') };

function contrast(a: Rgb, b: Rgb): number {
  const light = (colour: Rgb): number => times([[0.2126, 0.7152, 0.0722]], linear(colour))[0];
  const [high = 0, low = 0] = [light(a), light(b)].toSorted((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

const backs = { light: ["canvas", "surface", "sunken", "selected"], dark: ["canvas", "surface", "raised", "selected"] };
const texts = ["text", "text-2", "text-3", "action", "needs", "fail", "pass"];
const syntax = ["keyword", "string", "number", "comment", "function", "type"].map((name) => `code-${name}`);
const lines = ["surface", "canvas", "added", "removed"];

const pairs = (["light", "dark"] as const).flatMap((theme) => [
  ...texts.flatMap((text) => backs[theme].map((back) => ({ theme, front: text, back, least: 4.5 }))),
  ...backs[theme].map((back) => ({ theme, front: "border-strong", back, least: 3 })),
  ...[...syntax, "text", "text-2"].flatMap((front) => lines.map((back) => ({ theme, front, back, least: 4.5 }))),
  { theme, front: "on-action", back: "action", least: 4.5 },
  { theme, front: "on-needs-fill", back: "needs-fill", least: 4.5 },
  { theme, front: "on-fail", back: "fail", least: 4.5 },
  { theme, front: "needs", back: "needs-tint", least: 4.5 },
  { theme, front: "text", back: "needs-tint", least: 4.5 },
  { theme, front: "fail", back: "fail-tint", least: 4.5 },
  { theme, front: "pass", back: "pass-tint", least: 4.5 },
]);

test.for(pairs)("1: $front on $back, $theme, has a contrast of at least $least", ({ theme, front, back, least }) => {
  const colours = themes[theme];
  expect(contrast(colours.get(front) as Rgb, colours.get(back) as Rgb)).toBeGreaterThanOrEqual(least);
});

/** Machado, Oliveira and Fernandes (2009), full severity, on linear colours. */
const eyes: Readonly<Record<string, readonly Rgb[]>> = {
  usual: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

function lab(colour: Rgb, eye: readonly Rgb[]): Rgb {
  const seen = times(eye, linear(colour)).map((part) => Math.min(1, Math.max(0, part))) as never;
  const [x, y, z] = times(
    [
      [0.4124564, 0.3575761, 0.1804375],
      [0.2126729, 0.7151522, 0.072175],
      [0.0193339, 0.119192, 0.9503041],
    ],
    seen,
  );
  const f = (t: number): number => (t > 216 / 24389 ? Math.cbrt(t) : (t * 24389) / 27 / 116 + 16 / 116);
  const [fx, fy, fz] = [f(x / 0.95047), f(y), f(z / 1.08883)];
  return [116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)];
}

function deltaE2000([l1, a1, b1]: Rgb, [l2, a2, b2]: Rgb): number {
  const mean = (Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2;
  const g = 0.5 * (1 - Math.sqrt(mean ** 7 / (mean ** 7 + 25 ** 7)));
  const [p1, p2] = [a1 * (1 + g), a2 * (1 + g)];
  const [c1, c2] = [Math.hypot(p1, b1), Math.hypot(p2, b2)];
  const angle = (a: number, b: number): number => (Math.atan2(b, a) * (180 / Math.PI) + 360) % 360;
  const [h1, h2] = [angle(p1, b1), angle(p2, b2)];
  const turn = ((h2 - h1 + 540) % 360) - 180;
  const dh = 2 * Math.sqrt(c1 * c2) * Math.sin((turn * Math.PI) / 360);
  const [lm, cm, hm] = [(l1 + l2) / 2, (c1 + c2) / 2, (h1 + turn / 2 + 360) % 360];
  const cos = (of: number, less: number): number => Math.cos(((of * hm - less) * Math.PI) / 180);
  const t = 1 - 0.17 * cos(1, 30) + 0.24 * cos(2, 0) + 0.32 * cos(3, -6) - 0.2 * cos(4, 63);
  const sl = 1 + (0.015 * (lm - 50) ** 2) / Math.sqrt(20 + (lm - 50) ** 2);
  const [sc, sh] = [1 + 0.045 * cm, 1 + 0.015 * cm * t];
  const rt =
    -2 *
    Math.sqrt(cm ** 7 / (cm ** 7 + 25 ** 7)) *
    Math.sin((60 * Math.exp(-(((hm - 275) / 25) ** 2)) * Math.PI) / 180);
  const [dl, dc] = [(l2 - l1) / sl, (c2 - c1) / sc];
  return Math.sqrt(dl ** 2 + dc ** 2 + (dh / sh) ** 2 + rt * dc * (dh / sh));
}

const charts = ["chart-1", "chart-2", "chart-3", "chart-4", "chart-5"];
const apart: readonly (readonly [string, string])[] = [
  ["needs", "fail"],
  ["fail", "pass"],
  ["needs", "pass"],
  ...charts.flatMap((a, index) => charts.slice(index + 1).map((b) => [a, b] as const)),
];

test.for(apart.flatMap(([a, b]) => (["light", "dark"] as const).map((theme) => ({ a, b, theme }))))(
  "2: $a and $b are told apart by every eye, $theme",
  ({ a, b, theme }) => {
    const [one, other] = [themes[theme].get(a) as Rgb, themes[theme].get(b) as Rgb];
    const least = Math.min(...Object.values(eyes).map((eye) => deltaE2000(lab(one, eye), lab(other, eye))));
    expect(least).toBeGreaterThanOrEqual(12);
  },
);

/** A QR code in half blocks. Light is what is drawn: on a dark screen that is the right way round, on a light one phones cope. */
import type { QrCode } from "../../lib/qr/qr-code.ts";

/** Modules of light around it, without which no phone finds it. */
const MARGIN = 4;
const HALVES = [" ", "▄", "▀", "█"] as const;

export function drawQrCode(code: QrCode): readonly string[] {
  const width = code.length + 2 * MARGIN;
  const isLight = (row: number, column: number): boolean => code[row - MARGIN]?.[column - MARGIN] !== true;
  return Array.from({ length: Math.ceil(width / 2) }, (_, n) =>
    Array.from({ length: width }, (__, column) => {
      const [upper, lower] = [isLight(2 * n, column), 2 * n + 1 < width && isLight(2 * n + 1, column)];
      return HALVES[(upper ? 2 : 0) + (lower ? 1 : 0)];
    }).join(""),
  );
}

/** A QR code of a short text. The matrix is true where a module is dark, without the light margin around it. */
import { encode } from "uqr";

export type QrCode = readonly (readonly boolean[])[];

/** Version 9 holds an address of 230 letters; a larger code fits no terminal. */
const VERSION_MAX = 9;

/** Null: the text is too long. One of the eight masks is enough, since an address is mixed already. */
export function buildQrCode(text: string): QrCode | null {
  try {
    return encode(text, { ecc: "L", boostEcc: false, border: 0, maskPattern: 0, maxVersion: VERSION_MAX }).data;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

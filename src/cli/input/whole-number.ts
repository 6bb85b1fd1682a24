import { WrongUse } from "../run/wrong-use.ts";

export function parseWholeNumber(text: string, option: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new WrongUse(`${option} ${text} is not a whole number; nothing was done`);
  return Number(text);
}

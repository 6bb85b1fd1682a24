/** Comparing what a stranger sent with a secret. */
import { createHash, timingSafeEqual } from "node:crypto";

export const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Takes as long for a near miss as for a wild guess. */
export const isSameSecret = (given: string, secret: string): boolean => timingSafeEqual(digest(given), digest(secret));

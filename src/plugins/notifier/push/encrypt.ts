/**
 * A text that only one browser can read: Web Push, RFC 8291, on top of `aes128gcm`, RFC 8188. The push service in between
 * sees how long it is and when it comes, nothing else.
 */
import { createCipheriv, createECDH, hkdfSync, randomBytes, type ECDH } from "node:crypto";

export const CURVE = "prime256v1";
/** An uncompressed point of the curve, and the secret beside it. */
export const POINT_BYTES = 65;
export const AUTH_BYTES = 16;

/** As the browser gave them, base64url. */
export type BrowserKeys = { readonly p256dh: string; readonly auth: string };

/** What must never be the same twice. */
export type Chance = { readonly sender: ECDH; readonly salt: Buffer };

const SALT_BYTES = 16;
const RECORD_BYTES = 4_096;
const HEADER_BYTES = SALT_BYTES + 5 + POINT_BYTES;
const TAG_BYTES = 16;
/** Services take 4,096 bytes in all. The end of the text is marked by one byte. */
export const TEXT_BYTES_MAX = RECORD_BYTES - HEADER_BYTES - TAG_BYTES - 1;
const LAST_RECORD = Buffer.from([2]);

export function createChance(): Chance {
  const sender = createECDH(CURVE);
  sender.generateKeys();
  return { sender, salt: randomBytes(SALT_BYTES) };
}

export function encryptText(
  text: string,
  { p256dh, auth }: BrowserKeys,
  { sender, salt }: Chance = createChance(),
): Buffer<ArrayBuffer> {
  const bytes = Buffer.from(text);
  if (bytes.length > TEXT_BYTES_MAX) throw new RangeError(`a push notice has at most ${TEXT_BYTES_MAX} bytes`);
  const receiver = Buffer.from(p256dh, "base64url");
  const shared = sender.computeSecret(receiver);
  const about = Buffer.concat([Buffer.from("WebPush: info\0"), receiver, sender.getPublicKey()]);
  const input = deriveKey(shared, Buffer.from(auth, "base64url"), about, 32);
  const key = deriveKey(input, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
  const nonce = deriveKey(input, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
  const cipher = createCipheriv("aes-128-gcm", key, nonce);
  const sealed = [cipher.update(bytes), cipher.update(LAST_RECORD), cipher.final(), cipher.getAuthTag()];
  return Buffer.concat([formatHeader(salt, sender.getPublicKey()), ...sealed]);
}

function formatHeader(salt: Buffer, publicKey: Buffer): Buffer {
  const sizes = Buffer.alloc(5);
  sizes.writeUInt32BE(RECORD_BYTES, 0);
  sizes.writeUInt8(publicKey.length, 4);
  return Buffer.concat([salt, sizes, publicKey]);
}

const deriveKey = (input: Buffer, salt: Buffer, about: Buffer, bytes: number): Buffer =>
  Buffer.from(hkdfSync("sha256", input, salt, about, bytes));

/** By what a push service knows that notices come from the daemon the browser subscribed to: VAPID, RFC 8292. */
import { createECDH, createPrivateKey, sign } from "node:crypto";
import { CURVE } from "./encrypt.ts";

/** The private half of a home, as it is kept. */
export type VapidKey = {
  readonly kty: "EC";
  readonly crv: "P-256";
  readonly x: string;
  readonly y: string;
  readonly d: string;
};

const LASTS_SECONDS = 12 * 60 * 60;
/** Some services refuse tokens that name nobody. There is nobody to write to: the daemon is a person's own. */
const CONTACT = "mailto:agent-orchestrator@example.com";

const NUMBER_BYTES = 32;

export function createVapidKey(): VapidKey {
  const made = createECDH(CURVE);
  made.generateKeys();
  const [point, secret] = [made.getPublicKey(), made.getPrivateKey()];
  const number = (bytes: Buffer): string =>
    Buffer.concat([Buffer.alloc(NUMBER_BYTES - bytes.length), bytes]).toString("base64url");
  const [x, y] = [point.subarray(1, 1 + NUMBER_BYTES), point.subarray(1 + NUMBER_BYTES)];
  return { kty: "EC", crv: "P-256", x: number(x), y: number(y), d: number(secret) };
}

/** As browsers and services want it: the uncompressed point, base64url. */
export function formatPublicKey({ x, y }: VapidKey): string {
  return Buffer.concat([Buffer.from([4]), Buffer.from(x, "base64url"), Buffer.from(y, "base64url")]).toString(
    "base64url",
  );
}

/** The `Authorization` header for one service; it holds for half a day, and for no other service. */
export function createVapidHeader(key: VapidKey, endpoint: URL, nowMs: number): string {
  const claims = { aud: endpoint.origin, exp: Math.floor(nowMs / 1_000) + LASTS_SECONDS, sub: CONTACT };
  const said = `${encodePart({ typ: "JWT", alg: "ES256" })}.${encodePart(claims)}`;
  const privateKey = createPrivateKey({ key: { ...key }, format: "jwk" });
  const signature = sign("sha256", Buffer.from(said), { key: privateKey, dsaEncoding: "ieee-p1363" });
  return `vapid t=${said}.${signature.toString("base64url")}, k=${formatPublicKey(key)}`;
}

const encodePart = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

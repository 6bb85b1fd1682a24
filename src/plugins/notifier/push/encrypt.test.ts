import { createECDH } from "node:crypto";
import { expect, test } from "vitest";
import { CURVE, encryptText, TEXT_BYTES_MAX } from "./encrypt.ts";

/** RFC 8291, section 5 and appendix A. */
const rfc = {
  text: "When I grow up, I want to be a watermelon",
  browser: {
    p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    auth: "BTBZMqHH6r4Tts7J_aSIgg",
  },
  sender: "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw",
  salt: "DGv6ra1nlYgDCS1FRnbzlw",
  message:
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
};

test("the example of RFC 8291, byte by byte", () => {
  const sender = createECDH(CURVE);
  sender.setPrivateKey(Buffer.from(rfc.sender, "base64url"));
  const sealed = encryptText(rfc.text, rfc.browser, { sender, salt: Buffer.from(rfc.salt, "base64url") });
  expect(sealed.toString("base64url")).toBe(rfc.message);
});

test("no two messages are alike, and none is longer than a service takes", () => {
  expect(encryptText("a", rfc.browser).equals(encryptText("a", rfc.browser))).toBe(false);
  expect(encryptText("a".repeat(TEXT_BYTES_MAX), rfc.browser)).toHaveLength(4_096);
  expect(() => encryptText("a".repeat(TEXT_BYTES_MAX + 1), rfc.browser)).toThrow("at most");
});

import { expect, test } from "vitest";
import { classifyAddress, type AddressKind } from "./address-kind.ts";

const table: Readonly<Record<AddressKind, readonly string[]>> = {
  public: [
    "8.8.8.8",
    "1.1.1.1",
    "172.15.0.1",
    "172.32.0.1",
    "100.63.0.1",
    "100.128.0.1",
    "2606:4700::1",
    "::ffff:8.8.8.8",
  ],
  private: ["10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "100.64.0.1", "fd00::1", "fc00::1", "fec0::1"],
  loopback: ["127.0.0.1", "127.255.255.255", "::1", "::ffff:127.0.0.1", "::ffff:7f00:1", "64:ff9b::7f00:1", "::7f00:1"],
  link_local: ["169.254.169.254", "169.254.0.1", "fe80::1", "febf::1", "::ffff:169.254.169.254", "64:ff9b::a9fe:a9fe"],
  unusable: [
    ...["0.0.0.0", "0.1.2.3", "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255", "192.0.2.1", "192.0.0.1"],
    ...["::", "ff02::1", "2002:7f00:1::", "2001:0:7f00:1::", "2001:db8::1", "64:ff9b:1::7f00:1", "100::1", "4000::1"],
  ],
};

test.for(Object.entries(table).flatMap(([kind, all]) => all.map((address) => [address, kind] as const)))(
  "%s is %s",
  ([address, kind]) => {
    expect(classifyAddress(address)).toBe(kind);
  },
);

test("an address of this machine is private, wherever it can be seen from", () => {
  expect(classifyAddress("8.8.8.8", new Set(["8.8.8.8"]))).toBe("private");
  expect(classifyAddress("127.0.0.1", new Set(["127.0.0.1"]))).toBe("loopback");
});

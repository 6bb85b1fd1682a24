import { expect, test } from "vitest";
import { hideSecrets } from "./without-secrets.ts";

test("secrets that were written out in a file are not shown, wherever they stand; their names are", () => {
  const settings = {
    tracker: {
      plugin: "jira",
      settings: { token: "t", email: "ann@example.test" },
      webhook: { secret: "s", previousSecret: "p" },
    },
    notifiers: [{ webhookUrl: "https://x" }],
    token: "",
    secrets: "kept: this is no such key",
  };
  expect(hideSecrets(settings)).toEqual({
    tracker: {
      plugin: "jira",
      settings: { token: "[redacted]", email: "ann@example.test" },
      webhook: { secret: "[redacted]", previousSecret: "[redacted]" },
    },
    notifiers: [{ webhookUrl: "[redacted]" }],
    token: "",
    secrets: "kept: this is no such key",
  });
});

import { expect, test } from "vitest";
import { isExecCapable, parseGitSettings, formatSettingLine } from "./parse-git-config.ts";

test.each([
  ["core.hookspath", ".husky"],
  ["core.fsmonitor", "true"],
  ["core.sshcommand", "ssh -i x"],
  ["filter.lfs.process", "git-lfs filter-process"],
  ["filter.a.b\nc.clean", "x"],
  ["diff.pdf.textconv", "pdftotext"],
  ["merge.ours.driver", "true"],
  ["include.path", "../x"],
  ["includeif.gitdir:~/work/.path", "x"],
  ["credential.helper", "store"],
  ["credential.https://example.org.helper", "!x"],
  ["remote.origin.uploadpack", "x"],
  ["remote.origin.url", "ext::sh -c x"],
  ["url.ext::sh -c x.insteadof", "https://"],
  ["submodule.lib.update", "!x"],
  ["gpg.program", "x"],
  ["gpg.ssh.program", "x"],
  ["protocol.ext.allow", "always"],
  ["extensions.worktreeconfig", "true"],
])("%s=%s could start a program", (key, value) => {
  expect(isExecCapable({ key, value })).toBe(true);
});

test.each([
  ["user.name", "Maria"],
  ["core.autocrlf", "true"],
  ["remote.origin.url", "git@example.org:app.git"],
  ["remote.origin.url", "https://example.org/a::b.git"],
  ["remote.origin.fetch", "+refs/heads/*:refs/remotes/origin/*"],
  ["branch.main.remote", "origin"],
  ["lfs.https://example.org.access", "basic"],
  ["diff.algorithm", "histogram"],
])("%s=%s could not", (key, value) => {
  expect(isExecCapable({ key, value })).toBe(false);
});

test("a list is read whatever the values hold", () => {
  expect(parseGitSettings("a.b\none\ntwo\0c.d\0e.f\n\0")).toEqual([
    { key: "a.b", value: "one\ntwo" },
    { key: "c.d", value: "true" },
    { key: "e.f", value: "" },
  ]);
});

test("a value stays one value in a file", () => {
  expect(formatSettingLine("name", 'a "b" \\ c\nd')).toBe('\tname = "a \\"b\\" \\\\ c\\nd"\n');
});

/** Which settings of a repository could make git run a program. Agents can write that file; a person accepts its values. */

export type Setting = { readonly key: string; readonly value: string };

/** Reads the output of `git config --list -z`: a key, a line feed, its value. A key alone means true. */
export function parseGitSettings(output: string): readonly Setting[] {
  return output
    .split("\0")
    .filter((entry) => entry !== "")
    .map((entry) => {
      const end = entry.indexOf("\n");
      return end < 0 ? { key: entry, value: "true" } : { key: entry.slice(0, end), value: entry.slice(end + 1) };
    });
}

/** Keys as git prints them: section and name in lower case, what stands between as it was written. */
const execCapable: readonly RegExp[] = [
  /^core\.(hookspath|fsmonitor|sshcommand|gitproxy|editor|pager|askpass|alternaterefscommand|virtualfilesystem|worktree)$/,
  /^include(if\..*)?\.path$/s,
  /^filter\..*\.(clean|smudge|process)$/s,
  /^diff\.external$/,
  /^diff\..*\.(command|textconv)$/s,
  /^merge\..*\.driver$/s,
  /^(merge|diff)tool\..*\.(cmd|path)$/s,
  /^credential\.(.*\.)?helper$/s,
  /^gpg\.(.*\.)?program$/s,
  /^gpg\.ssh\.defaultkeycommand$/,
  /^remote\..*\.(uploadpack|receivepack|vcs)$/s,
  /^submodule\..*\.update$/s,
  /^protocol\.(.*\.)?allow$/s,
  /^(sequence\.editor|interactive\.difffilter|init\.templatedir|uploadpack\.packobjectshook|gc\.recentobjectshook)$/,
  /^trailer\..*\.(command|cmd)$/s,
  /^lfs\.(.*\.)?standalonetransferagent$/s,
  /^lfs\.customtransfer\..*\.(path|args)$/s,
  /^lfs\.extension\..*\.(clean|smudge)$/s,
  /^extensions\.worktreeconfig$/,
];

/** An address is harmless, unless it names a helper program: `ext::sh -c …`. */
const address = /^(remote\..*\.(url|pushurl)|url\..*\.(insteadof|pushinsteadof)|submodule\..*\.url)$/s;
const namesHelper = /(^|\.)[a-z0-9+-]+::/i;

export function isExecCapable({ key, value }: Setting): boolean {
  if (address.test(key)) return namesHelper.test(value) || (key.startsWith("url.") && namesHelper.test(key));
  return execCapable.some((pattern) => pattern.test(key));
}

/** Values that decide how files are compared with what git stored, and run nothing. Our own git directory takes them over. */
const aboutFiles =
  /^core\.(autocrlf|eol|filemode|symlinks|ignorecase|precomposeunicode|protecthfs|protectntfs|trustctime|checkstat|longpaths|bigfilethreshold|sharedrepository|excludesfile)$/;

export function isAboutFiles({ key }: Setting): boolean {
  return aboutFiles.test(key);
}

/** What turns files into what git stores, and back (git-lfs, git-crypt). Good where a person has accepted it. */
export function isFilter({ key }: Setting): boolean {
  return /^filter\..*\.(clean|smudge|process|required)$/s.test(key);
}

/** One line of a configuration file, whatever the value holds. */
export function formatSettingLine(name: string, value: string): string {
  const quoted = value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n").replaceAll("\t", "\\t");
  return `\t${name} = "${quoted}"\n`;
}

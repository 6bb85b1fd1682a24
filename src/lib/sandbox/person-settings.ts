/**
 * Settings of the person's tools that builds need, as copies of ours without what is secret. What may pass is named, file
 * by file; a value that looks like a credential does not pass under any name.
 */
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { hasCode } from "../files/if-there.ts";
import { UNREACHABLE } from "./confinement-layers.ts";
import type { Link } from "./confinement.ts";

type Passing = {
  readonly sections?: RegExp;
  readonly keys: RegExp;
  /** Between a key and its value. */
  readonly separator?: "=" | ":" | " ";
};

const NPM: Passing = {
  keys: /^(@[\w.-]+:)?registry$|^(strict-ssl|proxy|https-proxy|noproxy|prefix|save-exact|save-prefix|engine-strict|legacy-peer-deps|strict-peer-dependencies|auto-install-peers|prefer-offline|package-lock|fund|audit|loglevel|ignore-scripts|node-linker|shamefully-hoist|(public-)?hoist-pattern(\[\])?)$/,
};
const PIP: Passing = {
  sections: /./,
  keys: /^(index-url|extra-index-url|find-links|trusted-host|timeout|retries|proxy|prefer-binary|require-virtualenv|disable-pip-version-check|break-system-packages)$/,
};
const CARGO: Passing = {
  sections: /^(alias|build|http|net|profile\b.*|registries\b.*|registry|source\b.*|target\b.*|term|unstable)$/,
  keys: /^(?!.*(token|credential|proxy)).*$/,
};
const LINES: Passing = { keys: /./, separator: " " };

/** In the home. XML and the like pass as a whole, or not at all. */
const FILES: Readonly<Record<string, Passing | "whole">> = {
  ".npmrc": NPM,
  ".config/pnpm/rc": NPM,
  ".yarnrc": { keys: /^(registry|strict-ssl|network-timeout|disable-self-update-check)$/, separator: " " },
  ".yarnrc.yml": {
    keys: /^(npmRegistryServer|nodeLinker|enableTelemetry|enableGlobalCache|compressionLevel|httpProxy)$/,
    separator: ":",
  },
  ".bunfig.toml": { sections: /^install(\.cache)?$/, keys: /^(registry|optional|dev|peer|production|exact|auto)$/ },
  ".pip/pip.conf": PIP,
  ".config/pip/pip.conf": PIP,
  ".config/uv/uv.toml": {
    sections: /./,
    keys: /^(index-url|extra-index-url|name|url|default|python-preference|native-tls)$/,
  },
  ".cargo/config.toml": CARGO,
  ".cargo/config": CARGO,
  ".config/go/env": { keys: /^GO(PROXY|PRIVATE|NOPROXY|SUMDB|NOSUMDB|FLAGS|TOOLCHAIN|INSECURE)$/ },
  ".m2/settings.xml": "whole",
  ".gradle/gradle.properties": { keys: /^(org\.gradle|kotlin|android|ksp)\./ },
  ".nuget/NuGet/NuGet.Config": "whole",
  ".bundle/config": {
    keys: /^BUNDLE_(PATH|JOBS|RETRY|WITHOUT|FROZEN|DEPLOYMENT|FORCE_RUBY_PLATFORM|MIRROR__[A-Z_]+)$/,
    separator: ":",
  },
  ".config/composer/config.json": "whole",
  ".condarc": { keys: /^(channels|channel_priority|ssl_verify|auto_activate_base)$/, separator: ":" },
  // Which versions are chosen.
  ".tool-versions": LINES,
  ".asdfrc": LINES,
  ".config/mise/config.toml": { sections: /^(tools|settings|alias)\b/, keys: /./ },
  // Matched against file names, and nothing else.
  ".config/git/ignore": LINES,
  ".config/git/attributes": LINES,
};

const SECRET = /_auth|passw|token|secret|credential|apikey|api_key|private_?key|:\/\/[^\s/]*@/i;
const BYTES_MAX = 1024 * 1024;

/** Made anew at each start, in a folder that programs inside may read. */
export function laySettings(home: string, folder: string): readonly Link[] {
  return Object.entries(FILES).flatMap(([name, passing]) => {
    const text = readSmall(join(home, name));
    const kept =
      text === null ? "" : passing === "whole" ? (SECRET.test(text) ? "" : text) : keepPassing(text, passing);
    return layFile({ path: join(home, name), target: join(folder, name) }, kept);
  });
}

/** What is empty is not there. */
export function layFile(link: Link, text: string): readonly Link[] {
  const { target } = link;
  if (text.trim() === "") {
    rmSync(target, { force: true });
    return [];
  }
  if (readSmall(target) === text) return [link];
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
  writeFileSync(`${target}.new`, text, { mode: 0o600 });
  renameSync(`${target}.new`, target);
  return [link];
}

export const looksSecret = (text: string): boolean => SECRET.test(text);

/** Null: there is no such file, or none that we may read; then nobody reads it inside. */
export function readSmall(file: string): string | null {
  try {
    const found = statSync(file, { throwIfNoEntry: false });
    return found?.isFile() === true && found.size <= BYTES_MAX ? readFileSync(file, "utf8") : null;
  } catch (error) {
    if (hasCode(error, ...UNREACHABLE)) return null;
    throw error;
  }
}

/** Comments go, too: they hold what was switched off. */
export function keepPassing(text: string, { sections = /^$/, keys, separator = "=" }: Passing): string {
  let isPassed = true;
  const kept = splitEntries(text, separator).filter((entry) => {
    const section = /^\s*\[+([^\]]*)\]+\s*$/.exec(entry)?.[1];
    if (section !== undefined && separator === "=") {
      isPassed = sections.test(section.trim());
      return isPassed;
    }
    const key = entry.split(separator === " " ? /\s/ : separator === ":" ? /:(?=\s|$)/ : "=")[0]?.trim() ?? "";
    return isPassed && keys.test(key) && !SECRET.test(entry);
  });
  return kept.length === 0 ? "" : `${kept.join("\n")}\n`;
}

/** Lines, with those that only continue a value added to the line that began it. */
function splitEntries(text: string, separator: string): readonly string[] {
  const entries: string[] = [];
  for (const line of text.split(/\r?\n/)) {
    if (/^\s*([#;]|$)/.test(line)) continue;
    const last = entries.at(-1);
    if (last !== undefined && isContinuation(last, line, separator)) entries[entries.length - 1] = `${last}\n${line}`;
    else entries.push(line);
  }
  return entries;
}

function isContinuation(before: string, line: string, separator: string): boolean {
  if (separator === " ") return false;
  if (separator === ":") return /^[\s-]/.test(line) && line !== "---";
  const isOpen = count(before, /[[{]/g) > count(before, /[\]}]/g) || count(before, /"""|'''/g) % 2 === 1;
  return isOpen || before.endsWith("\\") || (/^\s/.test(line) && !line.includes("="));
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** What lies in a person's home that lets its reader act in their name, and the doors of the system that do the same. */
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** Hidden always. Each with what its reader could do. */
const IN_HOME: Readonly<Record<string, string>> = {
  ".ssh": "log in to other machines, push to forges",
  ".gnupg": "sign and decrypt",
  ".pki": "client certificates",
  ".aws": "the cloud account",
  ".azure": "the cloud account",
  ".config/gcloud": "the cloud account",
  ".oci": "the cloud account",
  ".config/doctl": "the cloud account",
  ".config/hcloud": "the cloud account",
  ".config/scw": "the cloud account",
  ".terraform.d/credentials.tfrc.json": "state and secrets of infrastructure",
  ".pulumi/credentials.json": "state and secrets of infrastructure",
  ".kube": "the clusters",
  ".docker/config.json": "push images",
  ".config/containers/auth.json": "push images",
  ".config/gh": "the forge, in the person's name",
  ".config/glab-cli": "the forge, in the person's name",
  ".config/hub": "the forge, in the person's name",
  ".netrc": "whatever it names, forges above all",
  _netrc: "the same, as Windows names it",
  ".git-credentials": "the forge",
  ".config/git/credentials": "the forge",
  ".pypirc": "publish packages",
  ".gem/credentials": "publish packages",
  ".cargo/credentials": "publish packages",
  ".cargo/credentials.toml": "publish packages",
  ".config/hub.yml": "the forge",
  ".vault-token": "the vault",
  ".config/op": "the password manager",
  ".config/Bitwarden CLI": "the password manager",
  ".password-store": "the password manager",
  ".local/share/keyrings": "the system's keyring",
  ".local/share/kwalletd": "the system's keyring",
  "Library/Keychains": "the system's keyring",
  ".mozilla": "a browser's sessions and passwords",
  ".config/google-chrome": "a browser's sessions and passwords",
  ".config/chromium": "a browser's sessions and passwords",
  ".config/BraveSoftware": "a browser's sessions and passwords",
  "Library/Application Support/Google/Chrome": "a browser's sessions and passwords",
  "Library/Application Support/Firefox": "a browser's sessions and passwords",
  "Library/Cookies": "a browser's sessions",
  ".Xauthority": "the screen and the keyboard",
  ".pgpass": "databases",
  ".my.cnf": "databases",
  ".bash_history": "whatever was ever typed",
  ".zsh_history": "whatever was ever typed",
};

/** Settings and secrets in one file: hidden only while there is a secret in it, since builds need the settings. */
const MIXED = [
  ".npmrc",
  ".yarnrc.yml",
  ".yarnrc",
  ".config/pip/pip.conf",
  ".pip/pip.conf",
  ".m2/settings.xml",
  ".gradle/gradle.properties",
  ".bundle/config",
  ".composer/auth.json",
  ".config/composer/auth.json",
  ".nuget/NuGet/NuGet.Config",
];
const SECRET = /_auth|password|passwd|token|secret|credential|:\/\/[^\s/@]+:[^\s/@]+@/i;
const MIXED_BYTES_MAX = 1024 * 1024;

/** Through these sockets one asks somebody outside to start things. The buses and agents of a person are in `/run/user`. */
const DOORS = [
  "/run/user",
  "/run/docker.sock",
  "/run/docker",
  "/run/podman",
  "/run/containerd",
  "/run/crio",
  "/run/dbus",
  "/run/libvirt",
  "/run/snapd.socket",
  "/run/screen",
  "/run/tmux",
  "/var/run/docker.sock",
];

export function credentialsIn(home: string): readonly string[] {
  const mixed = MIXED.map((path) => join(home, path)).filter(holdsSecret);
  return [...Object.keys(IN_HOME).map((path) => join(home, path)), ...mixed, ...DOORS];
}

function holdsSecret(file: string): boolean {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found?.isFile() !== true) return false;
  return found.size > MIXED_BYTES_MAX || SECRET.test(readFileSync(file, "latin1"));
}

/**
 * Where tools keep what they downloaded or built, so that not each session begins from nothing. Writable, which lets one
 * session spoil the cache of another; folders with programs in them (`.cargo/bin`, `.local/bin`) stay read-only.
 */
const CACHES = [
  ".cache",
  ".npm",
  ".pnpm-store",
  ".local/share/pnpm/store",
  ".yarn/berry/cache",
  ".bun/install/cache",
  ".deno",
  ".cargo/registry",
  ".cargo/git",
  "go/pkg",
  ".m2/repository",
  ".gradle/caches",
  ".gradle/daemon",
  ".gradle/native",
  ".nuget/packages",
  ".gem/specs",
  ".composer/cache",
  ".hex",
  ".mix/archives",
  "Library/Caches",
];

export const cachesIn = (home: string): readonly string[] => CACHES.map((path) => join(home, path));

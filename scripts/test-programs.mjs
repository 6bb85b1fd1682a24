// Programs that a part of the tests uses as they are: tmux, a sandbox, a browser, git-lfs, gh, glab, an ssh server. Where we may,
// they are installed; where we may not, that part of the tests says in its title why it was left out.
import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";

/** Program → package. */
const WANTED = {
  tmux: "tmux",
  bwrap: "bubblewrap",
  chromium: "chromium",
  "chromium-headless-shell": "chromium-headless-shell",
  "git-lfs": "git-lfs",
  gh: "gh",
  // Where services are managed, its package would also open the machine to the network.
  ...(existsSync("/run/systemd/system") ? {} : { sshd: "openssh-server" }),
};
/** These an older Debian has only among its backports. */
const BACKPORTED = { glab: "glab" };
const INSTALL_MS = 180_000;

export function installTestPrograms() {
  const missing = Object.keys({ ...WANTED, ...BACKPORTED }).filter((program) => !isInstalled(program));
  if (missing.length === 0 || process.platform !== "linux") return;
  if (process.getuid() !== 0 || !isInstalled("apt-get")) return say(`${missing.join(" and ")} not installed`);
  process.stderr.write(`ao: installing ${missing.join(" and ")} for the tests\n`);
  const usual = missing.filter((program) => program in WANTED).map((program) => WANTED[program]);
  // A fresh machine does not know its packages yet.
  if (usual.length > 0 && !install(...usual) && !(apt("update") && install(...usual)))
    say(`could not install ${usual.join(" and ")}`);
  for (const program of missing.filter((one) => one in BACKPORTED)) {
    const name = BACKPORTED[program];
    if (!install(name) && !installBackport(name)) say(`could not install ${name}`);
  }
}

function apt(...words) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  return spawnSync("apt-get", words, { env, stdio: "ignore", timeout: INSTALL_MS }).status === 0;
}

const INSTALL = ["install", "-y", "-q", "--no-install-recommends"];
const install = (...packages) => apt(...INSTALL, ...packages);

/** From where the machine has its other packages. Of the backports it gets to know for this once only. */
function installBackport(name) {
  const format = "$(ORIGIN) $(SUITE) $(CODENAME) $(COMPONENT) $(REPO_URI)";
  const told = spawnSync("apt-get", ["indextargets", "--format", format, "Created-By: Packages"], { encoding: "utf8" });
  const [, codename, uri] = /^Debian \S*stable (\S+) main (\S+)$/m.exec(told.stdout ?? "") ?? [];
  if (uri === undefined) return false;
  const folder = mkdtempSync(join(tmpdir(), "ao-backports-"));
  try {
    mkdirSync(join(folder, "lists", "partial"), { recursive: true });
    const sources = join(folder, "backports.list");
    const key = "/usr/share/keyrings/debian-archive-keyring.gpg";
    writeFileSync(sources, `deb [signed-by=${key}] ${uri} ${codename}-backports main\n`);
    const settings = [`Dir::Etc::sourcelist=${sources}`, "Dir::Etc::sourceparts=/dev/null"];
    const own = [...settings, `Dir::State::lists=${join(folder, "lists")}`].flatMap((setting) => ["-o", setting]);
    return apt(...own, "update") && apt(...own, ...INSTALL, name);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function isInstalled(program) {
  return (process.env.PATH ?? "").split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch (error) {
      if (error.code === undefined) throw error;
      return false;
    }
  });
}

function say(text) {
  process.stderr.write(`ao: ${text}; what needs it is not tested\n`);
}

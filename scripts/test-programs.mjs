// Programs that a part of the tests uses as they are: tmux, a sandbox, a browser, git-lfs, gh, an ssh server. Where we may, they
// are installed; where we may not, that part of the tests says in its title why it was left out.
import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
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
const INSTALL_MS = 180_000;

export function installTestPrograms() {
  const missing = Object.keys(WANTED).filter((program) => !isInstalled(program));
  if (missing.length === 0 || process.platform !== "linux") return;
  if (process.getuid() !== 0 || !isInstalled("apt-get")) return say(`${missing.join(" and ")} not installed`);
  process.stderr.write(`ao: installing ${missing.join(" and ")} for the tests\n`);
  const args = ["install", "-y", "-q", "--no-install-recommends", ...missing.map((program) => WANTED[program])];
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const apt = (...words) => spawnSync("apt-get", words, { env, stdio: "ignore", timeout: INSTALL_MS }).status === 0;
  // A fresh machine does not know its packages yet.
  if (!apt(...args) && !(apt("update") && apt(...args))) say(`could not install ${missing.join(" and ")}`);
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

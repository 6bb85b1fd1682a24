/** What the person, or their system, will run one day: a line planted there is code outside every sandbox. */
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { MARK, type Attack, type AttackClass } from "../attack.ts";

const IN_HOME = [
  ".bashrc",
  ".bash_profile",
  ".profile",
  ".zshrc",
  ".zprofile",
  ".config/fish/config.fish",
  ".inputrc",
  ".pam_environment",
  ".local/bin/tool",
  ".cargo/bin/cargo",
  ".rustup/toolchains/stable/bin/rustc",
  ".deno/bin/deno",
  ".bun/bin/bun",
  ".nvm/versions/node/v1/bin/node",
  ".npm/_npx/1/node_modules/.bin/tool",
  ".cache/pre-commit/repo/bin/hook",
  ".cache/node/corepack/v1/yarn/yarn.js",
  ".cache/ms-playwright/chromium/chrome",
  ".mix/archives/hex/hex.app",
  ".gradle/native/library.so",
  ".gradle/init.d/init.gradle",
  "go/bin/tool",
  ".docker/cli-plugins/docker-tool",
  ".config/autostart/tool.desktop",
  ".config/systemd/user/tool.service",
  ".local/share/applications/tool.desktop",
  ".gitconfig",
  ".config/git/config",
  ".config/git/hooks/post-checkout",
  ".ssh/authorized_keys",
  ".ssh/rc",
  ".vimrc",
  ".config/nvim/init.lua",
  ".tmux.conf",
  ".npmrc",
  ".config/pip/pip.conf",
  ".claude/settings.json",
  ".codex/config.toml",
  "Desktop/readme.sh",
];

const OF_SYSTEM = ["/usr/local/bin", "/etc/cron.d", "/etc/profile.d", "/opt", "/usr/lib"];

export const programs: AttackClass = {
  title: "programs and settings that the person runs",
  attacks: ({ person, tag }) => [
    ...IN_HOME.map((path) => planting(`~/${path}`, join(person, path))),
    ...OF_SYSTEM.map((folder): Attack => {
      const file = join(folder, `ao-planted-${tag}`);
      const trace = () => {
        const isThere = existsSync(file);
        rmSync(file, { force: true });
        return isThere;
      };
      return { name: `write a file to ${folder}`, script: `marks "${file}"`, trace, needsRoot: true };
    }),
  ],
};

function planting(name: string, file: string): Attack {
  return { name: `write ${name}`, script: `marks "${file}"`, trace: () => holdsMark(file) };
}

export function holdsMark(file: string): boolean {
  return existsSync(file) && readFileSync(file, "latin1").includes(MARK);
}

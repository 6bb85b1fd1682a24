/** Ruby with Bundler. Gems are installed in the workspace, since those of the machine cannot be written. */
import type { FileTree } from "../file-tree.ts";
import { listPresentFiles, findFirstFile } from "../file-tree.ts";
import type { Ecosystem, NamedCommand } from "./ecosystem.ts";

const PLACE = "vendor/bundle";
const bundle = (words: string): string => `env BUNDLE_PATH=${PLACE} bundle ${words}`;

export const bundler: Ecosystem = {
  name: "ruby",
  kind: "language",
  find: (tree) => {
    const gemfile = findFirstFile(tree, ["Gemfile", "gems.rb"]);
    if (gemfile === null) return null;
    const lock = findFirstFile(tree, ["Gemfile.lock", "gems.locked"]);
    const gems = `${tree.read(gemfile) ?? ""}\n${tree.read(lock ?? "") ?? ""}\n${listGemspecs(tree)}`;
    const rubocop = findFirstFile(tree, [".rubocop.yml"]);
    const lint =
      rubocop !== null && /rubocop|standard/.test(gems)
        ? [{ name: "lint", command: bundle("exec rubocop"), from: rubocop }]
        : [];
    return {
      checks: [...detectTests(tree, gems), ...lint],
      setup: {
        commands: [bundle("install")],
        from: lock ?? gemfile,
        key: [...listPresentFiles(tree, [gemfile]), ...(lock === null ? [] : [lock])],
        cache: [PLACE],
      },
    };
  },
};

function detectTests(tree: FileTree, gems: string): readonly NamedCommand[] {
  if (tree.has("bin/rails") && tree.has("test"))
    return [{ name: "test", command: bundle("exec rails test"), from: "bin/rails" }];
  if (tree.has("spec") && /\brspec\b|rspec-/.test(gems))
    return [{ name: "test", command: bundle("exec rspec"), from: "spec" }];
  const rakefile = findFirstFile(tree, ["Rakefile", "rakefile", "Rakefile.rb"]);
  if (rakefile === null) return [];
  const text = tree.read(rakefile) ?? "";
  if (/TestTask|task\s*\(?:?["']?test\b/.test(text))
    return [{ name: "test", command: bundle("exec rake test"), from: rakefile }];
  return /RSpec::Core::RakeTask|task\s*\(?:?["']?spec\b/.test(text)
    ? [{ name: "test", command: bundle("exec rake spec"), from: rakefile }]
    : [];
}

const listGemspecs = (tree: FileTree): string =>
  tree
    .list("")
    .filter((name) => name.endsWith(".gemspec"))
    .map((name) => tree.read(name) ?? "")
    .join("\n");

/** PHP with Composer: its scripts, else the tools that it installs. */
import type { FileTree } from "../file-tree.ts";
import { listPresentFiles, findFirstFile } from "../file-tree.ts";
import { parseJsonTable } from "../parse-json.ts";
import { getTable, getText, getTexts, type TomlTable } from "../parse-toml.ts";
import type { Ecosystem, NamedCommand } from "./ecosystem.ts";
import { chooseScripts } from "./script-roles.ts";

const FILE = "composer.json";

export const composer: Ecosystem = {
  name: "php",
  kind: "language",
  find: (tree) => {
    const text = tree.read(FILE);
    if (text === null) return null;
    const file = parseJsonTable(text);
    const folder = getText(getTable(file, "config"), "vendor-dir")?.replace(/\/+$/, "") ?? "vendor";
    const scripts = chooseScripts(readScripts(file)).map(({ role, script }): NamedCommand => {
      // Composer itself would end a script after five minutes.
      return { name: role, command: `composer run-script --timeout=0 ${script}`, from: FILE };
    });
    const tools = listTools(tree, file, `${folder}/bin`).filter(({ name }) =>
      scripts.every((one) => one.name !== name),
    );
    return {
      checks: [...scripts, ...tools],
      setup: {
        commands: ["composer install --no-interaction --no-progress"],
        from: findFirstFile(tree, ["composer.lock"]) ?? FILE,
        key: listPresentFiles(tree, [FILE, "composer.lock"]),
        cache: [folder],
      },
    };
  },
};

/** A script is a line or several; other forms say nothing. */
function readScripts(file: TomlTable): ReadonlyMap<string, string> {
  const scripts = getTable(file, "scripts");
  return new Map(
    Object.keys(scripts).map((name) => [name, getText(scripts, name) ?? getTexts(scripts, name).join(" && ")]),
  );
}

type Tool = {
  readonly name: string;
  readonly from: string;
  readonly command: string;
  /** Left out: it runs without settings. */
  readonly settings?: readonly string[];
};

const TOOLS: readonly Tool[] = [
  { name: "test", from: "pestphp/pest", command: "pest" },
  { name: "test", from: "phpunit/phpunit", command: "phpunit" },
  { name: "lint", from: "squizlabs/php_codesniffer", command: "phpcs", settings: ["phpcs.xml", "phpcs.xml.dist"] },
  {
    ...{ name: "typecheck", from: "phpstan/phpstan", command: "phpstan analyse --no-progress" },
    settings: ["phpstan.neon", "phpstan.neon.dist", "phpstan.dist.neon"],
  },
  { name: "typecheck", from: "vimeo/psalm", command: "psalm --no-progress", settings: ["psalm.xml", "psalm.xml.dist"] },
  {
    ...{ name: "format", from: "friendsofphp/php-cs-fixer", command: "php-cs-fixer fix --dry-run --diff" },
    settings: [".php-cs-fixer.php", ".php-cs-fixer.dist.php"],
  },
];

/** Of each name the first that is required and has settings. */
function listTools(tree: FileTree, file: TomlTable, bin: string): readonly NamedCommand[] {
  const required = { ...getTable(file, "require"), ...getTable(file, "require-dev") };
  const found = TOOLS.filter(({ from, settings }) => from in required && (settings?.some(tree.has) ?? true));
  return found
    .filter(({ name }, at) => found.findIndex((one) => one.name === name) === at)
    .map(({ name, command, from }) => ({ name, command: `${bin}/${command}`, from: `${FILE}: ${from}` }));
}

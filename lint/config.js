// The rules of CONTRIBUTING.md that a file shows by itself; those that need to know types are in .oxlintrc.json. Each one
// is shown failing on a planted fault in test/rules/lint.test.ts.
import tseslint from "typescript-eslint";
import { noSwallowedError } from "./no-swallowed-error.js";
import { banned, pureGlobals } from "./banned.js";

const TS = ["**/*.ts", "**/*.tsx"];
const TESTS = ["**/*.test.ts", "**/*.test.tsx", "test/**"];
const CONFIG_FILES = ["**/*.config.{ts,js}", ".dependency-cruiser.cjs"];
/** Where text and bytes from outside become types. Everywhere else a cast hides a question. */
const PARSERS = ["src/**/parse*.ts", "src/domain/model/ids.ts", "src/store/**"];

const everywhere = {
  files: [...TS, "**/*.{js,mjs,cjs}"],
  plugins: { ao: { rules: { "no-swallowed-error": noSwallowedError } } },
  rules: {
    "ao/no-swallowed-error": "error",
    "no-empty": "error",
    "no-console": "error",
    eqeqeq: "error",
    "prefer-const": "error",
    "max-lines": ["error", 400],
    "max-lines-per-function": ["error", 60],
    // A switch over a union counts once: its cases are a table, and the compiler sees that none is missing.
    complexity: ["error", { max: 12, variant: "modified" }],
    "no-restricted-syntax": ["error", ...banned.everywhere, banned.defaultExport],
    "no-restricted-imports": ["error", banned.childProcess],
  },
};

const typescript = {
  files: TS,
  languageOptions: { parser: tseslint.parser },
  plugins: { "@typescript-eslint": tseslint.plugin },
  rules: {
    "@typescript-eslint/no-explicit-any": "error",
    "@typescript-eslint/no-non-null-assertion": "error",
    "@typescript-eslint/consistent-type-assertions": ["error", { assertionStyle: "never" }],
    "@typescript-eslint/consistent-type-imports": ["error", { fixStyle: "inline-type-imports" }],
    "@typescript-eslint/no-import-type-side-effects": "error",
  },
};

const folders = [
  {
    files: ["src/domain/**/*.ts"],
    ignores: TESTS,
    rules: {
      "no-restricted-globals": ["error", ...pureGlobals],
      "no-restricted-properties": ["error", banned.random],
      "no-restricted-syntax": ["error", ...banned.everywhere, banned.defaultExport, ...banned.asynchrony],
    },
  },
  { files: ["dashboard/**/*.tsx"], rules: { "max-lines-per-function": ["error", 120] } },
];

const exceptions = [
  { files: PARSERS, rules: { "@typescript-eslint/consistent-type-assertions": "off" } },
  {
    files: TESTS,
    rules: { "max-lines-per-function": "off", "@typescript-eslint/consistent-type-assertions": "off" },
  },
  { files: ["src/cli/render/**", "scripts/**", "test/**", "bench/**"], rules: { "no-console": "off" } },
  { files: CONFIG_FILES, rules: { "no-restricted-syntax": ["error", ...banned.everywhere] } },
  {
    files: ["src/lib/run.ts"],
    rules: { "no-restricted-syntax": ["error", ...banned.everywhere, banned.defaultExport, banned.anyShell] },
  },
  {
    files: ["src/lib/run.ts", "scripts/**", "test/fixtures/**", "test/canary/**", "test/escape/**"],
    rules: { "no-restricted-imports": ["error", banned.childProcessShell] },
  },
];

/** @type {import("eslint").Linter.Config[]} */
export const config = [
  { ignores: ["dist/**", "node_modules/**", ".dev-home/**", "coverage/**"] },
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  everywhere,
  typescript,
  ...folders,
  ...exceptions,
];

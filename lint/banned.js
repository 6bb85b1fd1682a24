// What may not be written, and what to write instead.

const inDomain = "The domain is pure: time, ids and chance come in as arguments.";

export const pureGlobals = [
  "Date",
  "performance",
  "crypto",
  "setTimeout",
  "setInterval",
  "setImmediate",
  "queueMicrotask",
  "process",
  "console",
  "fetch",
  "Promise",
  "globalThis",
  "global",
  "require",
].map((name) => ({ name, message: inDomain }));

const CHILD_PROCESS = ["node:child_process", "child_process"];

export const banned = {
  everywhere: [
    { selector: "TSEnumDeclaration", message: "No enum: use a union, or a const object where values are needed." },
    {
      selector: "Property[key.name='shell'][value.value=true]",
      message: "Never a shell: give the program and its arguments as an array.",
    },
    {
      selector: "ImportExpression[source.value=/^(node:)?child_process$/]",
      message: "Only src/lib/run.ts starts programs.",
    },
    {
      selector: "CallExpression[callee.object.name='vi'][callee.property.name=/^(mock|doMock)$/]",
      message: "No module mocks: put a fake behind the slot, or use the real thing.",
    },
    {
      selector: "MemberExpression[object.name=/^(test|it|describe)$/][property.name=/^(only|skip|todo)$/]",
      message: "No test is left out: use skipIf or runIf with a condition that says why.",
    },
  ],
  anyShell: { selector: "Property[key.name='shell']", message: "Never a shell, not even a chosen one." },
  defaultExport: { selector: "ExportDefaultDeclaration", message: "Named exports only." },
  random: { object: "Math", property: "random", message: inDomain },
  asynchrony: [
    { selector: "AwaitExpression", message: inDomain },
    { selector: ":function[async=true]", message: inDomain },
    { selector: "ForOfStatement[await=true]", message: inDomain },
    { selector: "ImportExpression", message: inDomain },
  ],
  childProcess: {
    paths: CHILD_PROCESS.map((name) => ({ name, message: "Only src/lib/run.ts starts programs." })),
  },
  childProcessShell: {
    paths: CHILD_PROCESS.map((name) => ({
      name,
      importNames: ["exec", "execSync"],
      message: "exec runs a shell: use spawn with an array.",
    })),
  },
};

/** Maven, by its wrapper where there is one. */
import type { Ecosystem } from "./ecosystem.ts";

export const maven: Ecosystem = {
  name: "maven",
  kind: "language",
  find: (tree) => {
    const from = "pom.xml";
    const text = tree.read(from);
    if (text === null) return null;
    const program = `${tree.has("mvnw") ? "./mvnw" : "mvn"} --batch-mode`;
    // With several modules it fails: those that depend on each other are in no repository yet.
    const isWhole = !/<modules>/.test(text);
    return {
      checks: [{ name: "test", command: `${program} test`, from }],
      // `target` is not kept: reports of an earlier tree would count as this one's.
      setup: isWhole ? { commands: [`${program} dependency:go-offline`], from, key: [from], cache: [] } : null,
      offered: text.includes("spotless-maven-plugin")
        ? [{ name: "format", command: `${program} spotless:check`, from }]
        : [],
    };
  },
};

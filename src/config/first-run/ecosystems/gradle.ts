/** Gradle, by its wrapper where there is one. */
import { listPresentFiles, findFirstFile } from "../file-tree.ts";
import type { Ecosystem } from "./ecosystem.ts";

const BUILDS = ["build.gradle.kts", "build.gradle", "settings.gradle.kts", "settings.gradle"];

export const gradle: Ecosystem = {
  name: "gradle",
  kind: "language",
  find: (tree) => {
    const from = findFirstFile(tree, BUILDS);
    if (from === null) return null;
    // A Gradle daemon would not outlive the sandbox.
    const program = `${tree.has("gradlew") ? "./gradlew" : "gradle"} --no-daemon`;
    const wrapper = listPresentFiles(tree, ["gradle/wrapper/gradle-wrapper.properties", "gradle/libs.versions.toml"]);
    const text = listPresentFiles(tree, BUILDS).map((name) => tree.read(name) ?? "");
    const offered = text.some((one) => one.includes("spotless"))
      ? [{ name: "format", command: `${program} spotlessCheck`, from }]
      : [];
    return {
      checks: [{ name: "test", command: `${program} test`, from }],
      // Loads the wrapper's distribution and all plugins, and compiles nothing.
      setup: {
        commands: [`${program} help`],
        from: wrapper[0] ?? from,
        key: [...listPresentFiles(tree, BUILDS), ...wrapper],
        cache: [".gradle"],
      },
      offered,
    };
  },
};

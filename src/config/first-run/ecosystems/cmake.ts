/** C and C++ with CMake, where it has tests: CTest configures, builds and tests in one command. */
import type { Ecosystem } from "./ecosystem.ts";

const FILE = "CMakeLists.txt";
const BUILD = 'ctest --build-and-test . build --build-generator "Unix Makefiles"';

export const cmake: Ecosystem = {
  name: "cmake",
  kind: "language",
  find: (tree) => {
    const text = tree.read(FILE);
    if (text === null) return null;
    const checks = HAS_TESTS.test(text)
      ? [{ name: "test", command: `${BUILD} --test-command ctest --output-on-failure`, from: FILE }]
      : [];
    return { checks, setup: null };
  },
};

const HAS_TESTS = /^\s*(?:enable_testing\s*\(|include\s*\(\s*CTest\b)/im;

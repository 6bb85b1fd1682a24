/** Every kind of project that is known, in the order in which its commands are written. */
import { bundler } from "./bundler.ts";
import { cargo } from "./cargo.ts";
import { cmake } from "./cmake.ts";
import { composer } from "./composer.ts";
import { deno } from "./deno.ts";
import { dotnet } from "./dotnet.ts";
import type { Ecosystem } from "./ecosystem.ts";
import { go } from "./go.ts";
import { gradle } from "./gradle.ts";
import { maven } from "./maven.ts";
import { node } from "./node.ts";
import { python } from "./python.ts";
import { just, make, task } from "./runners.ts";

export const ecosystems: readonly Ecosystem[] = [
  ...[node, deno, cargo, go, python, bundler, composer, gradle, maven, dotnet, cmake],
  ...[make, just, task],
];

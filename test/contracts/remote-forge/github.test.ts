import { plainGithub } from "../../fakes/github/plain-github.ts";
import { describeRemoteForge } from "../remote-forge.ts";

describeRemoteForge("GitHub", plainGithub, { toldToWrite: "ao-candidate/**", requests: 3 });

import { plainGithub } from "../../fakes/github/plain-github.ts";
import { describeChecksContract } from "../checks.ts";
import { checksSubject } from "../remote-subjects.ts";

describeChecksContract("GitHub", () => checksSubject(plainGithub));

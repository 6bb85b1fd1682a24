import { createOpenclawNotifier } from "../../../src/plugins/notifier/openclaw/openclaw-notifier.ts";
import { describeNotifierContract } from "../notifier.ts";
import { overHttp } from "./http-subject.ts";

const settings = (url: string) => ({ url: `${url}/hooks/wake`, token: "none" });

describeNotifierContract("openclaw", overHttp(createOpenclawNotifier, settings));

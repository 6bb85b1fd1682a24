/** A double of aider with `--message-file`, by its documented output. */
import { appendFileSync, readFileSync } from "node:fs";
import { ANSWER_TOKENS, Worker } from "./worker.ts";

const valueOf = (flag: string): string => process.argv[process.argv.indexOf(flag) + 1] ?? "";
const text = readFileSync(valueOf("--message-file"), "utf8");
appendFileSync(valueOf("--chat-history-file"), `#### ${text}\n`);
const write = (words: string): void => void process.stdout.write(`${words}\n`);

write("Aider v0.86.1\nGit repo: .git with 1 files\n");
process.once("SIGINT", () => process.exit(130));
const end = await new Worker().follow(text, {
  mayRun: async () => true,
  ask: async () => "nobody is asked",
  ran: (command, _, { output }) => write(`Running ${command}\n${output}`),
  say: (_, whole) => whole !== null && write(`\n${whole}\n`),
  retry: (status) => write(`litellm.APIError: HTTP ${status}\nRetrying in 0.2 seconds...`),
});
if (end.kind === "limit") write("litellm.RateLimitError: 429");
else write(`Tokens: ${end.answers * ANSWER_TOKENS} sent, 0 received. Cost: $0.0100 message, $0.0100 session.`);
process.exit(end.kind === "limit" ? 1 : 0);

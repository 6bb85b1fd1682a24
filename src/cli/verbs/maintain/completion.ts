import type { Command } from "commander";
import { findNearest } from "../../../lib/text/nearest.ts";
import type { Io } from "../../render/io.ts";
import { WrongUse } from "../../run/wrong-use.ts";

export const hasJson = false;

export const examples = [
  ["ao completion zsh > ~/.zfunc/_ao", "zsh: in a folder of $fpath, before compinit"],
  ["ao completion bash > ~/.local/share/bash-completion/completions/ao", "bash with bash-completion"],
  ["ao completion fish > ~/.config/fish/completions/ao.fish", "fish"],
  ['eval "$(ao completion bash)"', "only this shell"],
] as const;

export function define(command: Command, io: Io): void {
  command.argument("<shell>", "zsh, bash or fish").action((shell: string) => {
    const script = scripts.get(shell);
    if (script === undefined)
      throw new WrongUse(`there is no completion for ${shell}; nothing was printed`, {
        candidates: [...scripts.keys()],
        try: [`ao completion ${findNearest(shell, [...scripts.keys()]) ?? "zsh"}`],
      });
    io.print(script.trim());
  });
}

/** Each asks \`ao __complete\`, which answers with a word and, behind a tab, what it is. */
const scripts: ReadonlyMap<string, string> = new Map([
  [
    "zsh",
    `
#compdef ao agent-orchestrator
_ao() {
  local -a lines described
  local line
  lines=("\${(@f)$(ao __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  for line in $lines; do
    [[ -n $line ]] && described+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done
  if (( \${#described} )); then _describe -V 'ao' described; else _files; fi
}
if [ "$funcstack[1]" = "_ao" ]; then _ao "$@"; else compdef _ao ao agent-orchestrator; fi
`,
  ],
  [
    "bash",
    `
_ao() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    COMPREPLY+=("\${line%%$'\\t'*}")
  done < <(ao __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _ao ao agent-orchestrator
`,
  ],
  [
    "fish",
    `
complete -c ao -f -a '(ao __complete -- (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)'
complete -c agent-orchestrator -w ao
`,
  ],
]);

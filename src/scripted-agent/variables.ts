/** `{{name}}` in any text of a script. A name that is not known stays as it is. */
export type ScriptVariables = Readonly<Record<string, string>>;

export function collectVariables(env: NodeJS.ProcessEnv, message: string): ScriptVariables {
  return {
    message,
    /** What a person would call the answer: the first line of the message. */
    answer: message.split("\n")[0] ?? "",
    session: env["AO_SESSION"] ?? "",
    issue: env["AO_ISSUE"] ?? "",
    branch: env["AO_BRANCH"] ?? "",
    base: env["AO_BASE"] ?? "",
    baseSha: env["AO_BASE_SHA"] ?? "",
    turn: env["AO_TURN"] ?? "",
    reason: env["AO_REASON"] ?? "",
  };
}

export function fillVariables(text: string, variables: ScriptVariables): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => variables[name] ?? whole);
}

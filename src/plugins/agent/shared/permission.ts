/**
 * Who answers when a tool asks for leave: the policy of the project, or a person.
 *
 * `permissions: auto` (the default) lets it do everything, because what it may reach is decided by its sandbox. With `ask`
 * a person is asked, except about what `allow` names; `deny` names what is refused without asking, in either mode. A rule
 * is a tool's name, or a name with a pattern for what it is to do: `Bash(npm test*)`, `Read`, `*(docs/*)`.
 */
export type Permissions = {
  readonly mode: "auto" | "ask";
  readonly allow: readonly string[];
  readonly deny: readonly string[];
};

export const hasRules = ({ allow, deny }: Permissions): boolean => allow.length + deny.length > 0;

export type PermissionRequest = {
  readonly tool: string;
  /** What it is about: a command line, a path. */
  readonly about: string;
};

export function decidePermission(
  { mode, allow, deny }: Permissions,
  wish: PermissionRequest,
): "allow" | "deny" | "ask" {
  if (deny.some((rule) => matchesRule(rule, wish))) return "deny";
  if (mode === "auto" || allow.some((rule) => matchesRule(rule, wish))) return "allow";
  return "ask";
}

function matchesRule(rule: string, { tool, about }: PermissionRequest): boolean {
  const parts = /^([^()]+)(?:\((.*)\))?$/s.exec(rule.trim());
  if (parts === null) return false;
  const [, name = "", pattern] = parts;
  return isLike(name, tool) && (pattern === undefined || isLike(pattern, about));
}

/** `*` stands for anything. */
function isLike(pattern: string, text: string): boolean {
  const source = pattern
    .split("*")
    .map((part) => part.replaceAll(/[\\^$.|?+()[\]{}]/g, "\\$&"))
    .join(".*");
  return new RegExp(`^${source}$`, "is").test(text);
}

/** The choices that a person has, and what an answer in words means: one of them, or a refusal with a reason. */
export const CHOICES = ["Allow", "Allow for the rest of this turn", "Deny"] as const;

export type PermissionAnswer =
  { readonly kind: "once" } | { readonly kind: "always" } | { readonly kind: "never"; readonly why: string };

export function parseLeave(answer: string): PermissionAnswer {
  const word = answer.trim().toLowerCase();
  if (/^(1|allow|yes|y|ok|once|allow once)$/.test(word)) return { kind: "once" };
  if (/^(2|always|allow always|allow for .*)$/.test(word)) return { kind: "always" };
  if (/^(3|deny|no|n|reject)$/.test(word)) return { kind: "never", why: "A person refused this." };
  return { kind: "never", why: `A person refused this and says: ${answer.trim()}` };
}

/** Labels and people as a person names them, by the ids that Linear wants. What it does not know is named, not made. */
import { failRemote, type RemoteResult } from "../../remote/http/remote-result.ts";
import { filterByTeamName, type LinearParts } from "./deeds.ts";
import { LABELS_NAMED, USERS_NAMED } from "./documents.ts";
import type { Linear } from "./linear.ts";
import { parseLabels, parseUsers } from "./parse-linear.ts";

export async function findLabelIds(
  linear: Linear,
  { team }: LinearParts,
  names: readonly string[],
): Promise<RemoteResult<readonly string[]>> {
  if (names.length === 0) return { ok: true, value: [] };
  const ofTeam = { or: [{ team: { null: true } }, { team: filterByTeamName(team) }] };
  const filter = { and: [ofTeam, { or: names.map((name) => ({ name: { eqIgnoreCase: name } })) }] };
  const found = await linear.ask({ document: LABELS_NAMED, variables: { filter }, by: "person" }, parseLabels);
  if (!found.ok) return found;
  const known = found.value.issueLabels.nodes;
  const missing = names.find((name) => !known.some((label) => isSameName(label.name, name)));
  if (missing !== undefined) return failRemote("refused", `Nothing was written: Linear has no label ${missing}.`);
  return { ok: true, value: known.map(({ id }) => id) };
}

export const isSameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** By what they are called, or by their mail address. */
export async function findUserId(linear: Linear, name: string): Promise<RemoteResult<string>> {
  const by = { eqIgnoreCase: name };
  const filter = { active: { eq: true }, or: [{ displayName: by }, { name: by }, { email: by }] };
  const found = await linear.ask({ document: USERS_NAMED, variables: { filter }, by: "person" }, parseUsers);
  if (!found.ok) return found;
  const [user, other] = found.value.users.nodes;
  if (user === undefined) return failRemote("refused", `Nothing was written: Linear knows nobody called ${name}.`);
  if (other === undefined) return { ok: true, value: user.id };
  return failRemote("refused", `Nothing was written: Linear knows several called ${name}; write a mail address.`);
}

/**
 * A contract is a list of sentences about a slot, each with the proof that a plugin keeps it. Every plugin of a slot runs
 * all of them, fakes included: that is what keeps the fakes honest.
 */
import { describe, expect, test } from "vitest";
import type { SlotResult } from "../../src/slots/result.ts";

export type Clause<Subject> = { readonly says: string; readonly holds: (subject: Subject) => Promise<void> };

/** What every subject may bring along. */
export type Arranged = {
  /** Waits for an answer; worlds with a virtual clock move it meanwhile. Plain waiting unless given. */
  readonly drive?: <T>(pending: Promise<T>) => Promise<T>;
  /** Gives back what the subject holds: processes, folders, servers. */
  readonly dispose?: () => Promise<void>;
};

export type MakeSubject<Subject> = () => Subject | Promise<Subject>;

export function describeContract<Subject extends Arranged>(
  title: string,
  clauses: readonly Clause<Subject>[],
  makeSubject: MakeSubject<Subject>,
): void {
  describe(title, () => {
    for (const clause of clauses) test(clause.says, () => prove(clause, makeSubject));
  });
}

/** The sentences a plugin does not keep, each with how it showed. For doubles that are broken on purpose. */
export async function brokenClauses<Subject extends Arranged>(
  clauses: readonly Clause<Subject>[],
  makeSubject: MakeSubject<Subject>,
): Promise<ReadonlyMap<string, string>> {
  const broken = new Map<string, string>();
  for (const clause of clauses) {
    try {
      await prove(clause, makeSubject);
    } catch (error) {
      broken.set(clause.says, String(error));
    }
  }
  return broken;
}

async function prove<Subject extends Arranged>(
  clause: Clause<Subject>,
  makeSubject: MakeSubject<Subject>,
): Promise<void> {
  const subject = await makeSubject();
  try {
    await clause.holds(subject);
  } finally {
    await subject.dispose?.();
  }
}

/** Waits for an answer that has to be a good one. */
export async function value<T, Code extends string>(
  { drive = plainly }: Arranged,
  pending: Promise<SlotResult<T, Code>>,
): Promise<T> {
  const answer = await drive(pending);
  if (!answer.ok) throw new Error(`expected an answer, got ${answer.error.code}: ${answer.error.message}`);
  return answer.value;
}

/** Waits for an answer that has to be this refusal, with a sentence for people. */
export async function refusal<T, Code extends string>(
  { drive = plainly }: Arranged,
  pending: Promise<SlotResult<T, Code>>,
  code: Code,
): Promise<void> {
  const answer = await drive(pending);
  expect(answer.ok ? "no error" : answer.error.code).toBe(code);
  if (!answer.ok) expect(answer.error.message).not.toBe("");
}

const plainly = <T>(pending: Promise<T>): Promise<T> => pending;

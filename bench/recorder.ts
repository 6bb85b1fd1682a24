/** Writes down every statement a run executes, with its arguments, so that a bare loop can do exactly the same again. */
import Database from "better-sqlite3";

type Verb = "run" | "get" | "all";
export type Step = { readonly sql: string; readonly verb: Verb; readonly args: readonly unknown[] };

/** Records until `stop` is called. Statements of databases opened meanwhile count, others do not. */
export function record(): { readonly steps: readonly Step[]; readonly stop: () => void } {
  const steps: Step[] = [];
  const { prepare } = Database.prototype;
  let recording = true;
  setPrepare(function recordingPrepare(this: object, sql: string): object {
    const statement: object = Reflect.apply(prepare, this, [sql]);
    for (const verb of ["run", "get", "all"] as const) {
      const original: () => unknown = Reflect.get(statement, verb);
      const recorded = (...args: unknown[]): unknown => {
        if (recording) steps.push({ sql, verb, args });
        return Reflect.apply(original, statement, args);
      };
      Object.defineProperty(statement, verb, { value: recorded });
    }
    return statement;
  });
  return {
    steps,
    stop: () => {
      recording = false;
      setPrepare(prepare);
    },
  };
}

function setPrepare(value: unknown): void {
  Object.defineProperty(Database.prototype, "prepare", { value, configurable: true, writable: true });
}

/** The same statements with the same arguments in the same transactions, and nothing else. */
export function replay(db: Database.Database, steps: readonly Step[]): number {
  const statements = new Map<string, Database.Statement>();
  const ready = steps.map(({ sql, verb, args }) => {
    const statement = statements.get(sql) ?? db.prepare(sql);
    statements.set(sql, statement);
    const reads = statement.reader ? verb : "run";
    return { statement, verb: reads, args };
  });
  const startedAt = performance.now();
  for (const { statement, verb, args } of ready) statement[verb](...args);
  return performance.now() - startedAt;
}

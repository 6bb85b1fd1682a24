import type { RemoteResult } from "../../remote/http/remote-result.ts";

export type LinearRequest = {
  readonly document: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly by?: "person" | "loop";
};

export type SendLinear = <T>(request: LinearRequest, parse: (answer: unknown) => T | null) => Promise<RemoteResult<T>>;

import { parserOf } from "../remote/forge/parse-answer.ts";

export const parsed = parserOf("GitHub");

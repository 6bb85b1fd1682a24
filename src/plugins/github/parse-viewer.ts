import * as z from "zod";
import { plainLogin } from "./logins.ts";
import { parsed } from "./parse-answer.ts";

const shape = z.object({ viewer: z.object({ login: z.string() }) });

export const parseViewer = (data: unknown): string => plainLogin(parsed(shape, data).viewer.login);

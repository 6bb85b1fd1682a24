import * as z from "zod";
import { parsed } from "./parse-answer.ts";

const shape = z.object({ viewer: z.object({ login: z.string() }) });

export const parseViewer = (data: unknown): string => parsed(shape, data).viewer.login;

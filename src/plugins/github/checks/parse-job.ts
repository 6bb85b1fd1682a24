import * as z from "zod";
import { parsed } from "../parse-answer.ts";

const job = z.object({
  run_id: z.int().nullable().default(null),
  started_at: z.string().nullable().default(null),
  steps: z
    .array(
      z.object({
        name: z.string(),
        number: z.int(),
        conclusion: z.string().nullable().default(null),
        started_at: z.string().nullable().default(null),
        completed_at: z.string().nullable().default(null),
      }),
    )
    .default([]),
});

export type GithubJob = z.output<typeof job>;

export const parseJob = (body: unknown) => parsed(job, body);

const annotations = z.array(
  z.object({
    path: z.string().nullable().default(null),
    start_line: z.int().nullable().default(null),
    message: z.string().nullable().default(null),
    title: z.string().nullable().optional(),
  }),
);

export const parseAnnotations = (body: unknown) => parsed(annotations, body);

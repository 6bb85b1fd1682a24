import { specifiedRules } from "graphql";
import { expect, test } from "vitest";
import { prepare } from "../../../test/fakes/github/graphql.ts";
import * as documents from "./documents.ts";

const all: readonly (readonly [name: string, document: string, cost: number])[] = [
  ["overview", documents.writeOverviewDocument(100), 3],
  ["details of one change", documents.writeDetailsDocument([12]), 1],
  ["details of twenty changes", documents.writeDetailsDocument(Array.from({ length: 20 }, (_, n) => n + 1)), 11],
  ["checks of a commit", documents.commitDocument, 1],
  ["further threads", documents.moreThreadsDocument, 1],
  ["further reviews", documents.moreReviewsDocument, 1],
  ["further comments", documents.moreCommentsDocument, 1],
  ["further replies", documents.moreRepliesDocument, 1],
  ["reply", documents.replyDocument, 1],
  ["resolve", documents.resolveDocument, 1],
  ["unresolve", documents.unresolveDocument, 1],
  ["ready", documents.readyDocument, 1],
  ["revert", documents.revertDocument, 1],
  ["merge queue", documents.queueDocument, 1],
  ["merge queue of a branch", documents.branchQueueDocument, 1],
  ["enqueue", documents.enqueueDocument, 1],
  ["dequeue", documents.dequeueDocument, 1],
  ["viewer", documents.viewerDocument, 1],
  ["issues chosen by a query", documents.chosenDocument, 1],
];

test.for(all)("%s fits GitHub's published schema, and costs as much as we say", ([, query, cost]) => {
  const prepared = prepare({ query }, specifiedRules);
  expect(prepared.ok ? prepared.cost : prepared.errors).toBe(cost);
});

test("every document is among them", () => {
  const known = all.map(([, document]) => document);
  const written = Object.values(documents).filter((value) => typeof value === "string");
  expect(written.filter((document) => !known.includes(document))).toEqual([]);
});

test("a document with a field that GitHub does not know is refused", () => {
  expect(prepare({ query: "query { viewer { shoeSize } }" }).ok).toBe(false);
});

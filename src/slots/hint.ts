/**
 * What a tracker or forge said has happened there. Whoever is told of each kind that it looks for may look rarely; `other` wakes,
 * and says nothing of what will be told.
 */
export type HintKind = "issues" | "changes" | "reviews" | "checks" | "rules" | "other";

/**
 * Every document we send to Linear. Small on purpose: its limits count complexity, and a list counts as long as it may
 * become, whatever comes.
 */
const USER = "fragment AoUser on User { displayName guest active app }";
const PAGE = "pageInfo { hasNextPage endCursor }";
/** What an issue has many of. Few have more than twenty, and those are asked for the rest. */
const LABELS = `nodes { id name } ${PAGE}`;
const RELATIONS = `nodes { id type updatedAt issue { identifier } } ${PAGE}`;
const CHILDREN = `nodes { identifier } ${PAGE}`;
const HISTORY = `
  nodes {
    id updatedAt updatedDescription toTitle
    actor { ...AoUser } descriptionUpdatedBy { ...AoUser } botActor { name }
    fromState { name }
  }
  ${PAGE}`;

const ISSUE = `
fragment AoIssue on Issue {
  id identifier title description url priority createdAt updatedAt
  state { id name type }
  team { id key }
  labels(first: 20) { ${LABELS} }
  assignee { displayName }
  creator { ...AoUser }
  externalUserCreator { displayName }
  botActor { name }
  inverseRelations(first: 20) { ${RELATIONS} }
  children(first: 20) { ${CHILDREN} }
  history(first: 20) { ${HISTORY} }
}
${USER}`;

/** What comes after the first twenty of one of them. */
export const REST = `
query AoRest(
  $id: String!, $after: String!
  $labels: Boolean!, $inverseRelations: Boolean!, $children: Boolean!, $history: Boolean!
) {
  issue(id: $id) {
    labels(first: 100, after: $after) @include(if: $labels) { ${LABELS} }
    inverseRelations(first: 100, after: $after) @include(if: $inverseRelations) { ${RELATIONS} }
    children(first: 100, after: $after) @include(if: $children) { ${CHILDREN} }
    history(first: 100, after: $after) @include(if: $history) { ${HISTORY} }
  }
}
${USER}`;

export const ISSUES = `
query AoIssues($filter: IssueFilter!, $after: String) {
  issues(filter: $filter, after: $after, first: 25, orderBy: updatedAt) {
    nodes { ...AoIssue }
    pageInfo { hasNextPage endCursor }
  }
}${ISSUE}`;

/** Has anything changed? Asked before all of it is. */
export const ANY_ISSUE = `
query AoAnyIssue($filter: IssueFilter!) {
  issues(filter: $filter, first: 1) { nodes { id } }
}`;

export const READ_ISSUE = `
query AoReadIssue($id: String!) {
  issue(id: $id) { ...AoIssue }
}${ISSUE}`;

export const ISSUE_COMMENTS = `
query AoIssueComments($id: String!, $after: String) {
  issue(id: $id) {
    comments(first: 100, after: $after) {
      nodes { id body createdAt user { ...AoUser } externalUser { displayName } botActor { name } }
      ${PAGE}
    }
  }
}
${USER}`;

export const TEAM = `
query AoTeam($filter: TeamFilter!) {
  teams(filter: $filter, first: 1) {
    nodes {
      id key
      states(first: 50) { nodes { id name type position } }
    }
  }
}`;

/** Labels belong to a team or to the whole workspace: both can be given. */
export const LABELS_NAMED = `
query AoLabels($filter: IssueLabelFilter!) {
  issueLabels(filter: $filter, first: 100) { nodes { id name } }
}`;

export const USERS_NAMED = `
query AoUsers($filter: UserFilter!) {
  users(filter: $filter, first: 2) { nodes { id } }
}`;

export const COMMENT = `
query AoComment($id: String!) {
  comment(id: $id) { id }
}`;

export const CREATE_COMMENT = `
mutation AoCreateComment($input: CommentCreateInput!) {
  commentCreate(input: $input) { success }
}`;

export const UPDATE_ISSUE = `
mutation AoUpdateIssue($id: String!, $input: IssueUpdateInput!) {
  issueUpdate(id: $id, input: $input) { success issue { ...AoIssue } }
}${ISSUE}`;

export const CREATE_ISSUE = `
mutation AoCreateIssue($input: IssueCreateInput!) {
  issueCreate(input: $input) { success issue { ...AoIssue } }
}${ISSUE}`;

export const CREATE_RELATION = `
mutation AoCreateRelation($input: IssueRelationCreateInput!) {
  issueRelationCreate(input: $input) { success }
}`;

export const DELETE_RELATION = `
mutation AoDeleteRelation($id: String!) {
  issueRelationDelete(id: $id) { success }
}`;

export const ATTACH = `
mutation AoAttach($input: AttachmentCreateInput!) {
  attachmentCreate(input: $input) { success }
}`;

/**
 * Every document we send to Linear. Small on purpose: its limits count complexity, and a list counts as long as it may
 * become, whatever comes.
 */
const ISSUE = `
fragment AoIssue on Issue {
  id identifier title description url priority createdAt updatedAt
  state { id name type }
  labels(first: 20) { nodes { name } }
  assignee { displayName }
  creator { displayName guest active }
  externalUserCreator { displayName }
  botActor { name }
  inverseRelations(first: 20) { nodes { id type updatedAt issue { identifier } } }
  children(first: 20) { nodes { identifier } }
}`;

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
query AoIssueComments($id: String!) {
  issue(id: $id) {
    comments(first: 100) {
      nodes { id body createdAt user { displayName guest active } externalUser { displayName } botActor { name } }
    }
  }
}`;

export const TEAM = `
query AoTeam($filter: TeamFilter!) {
  teams(filter: $filter, first: 1) {
    nodes {
      id key
      states(first: 50) { nodes { id name type position } }
      labels(first: 200) { nodes { id name } }
    }
  }
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

/** Every document we send to Linear. Small on purpose: its limits count complexity. */
const ISSUE = `
fragment AoIssue on Issue {
  id identifier title description url priority createdAt updatedAt
  state { id name type }
  labels(first: 50) { nodes { name } }
  assignee { displayName }
  creator { displayName guest active }
  externalUserCreator { displayName }
  botActor { name }
  inverseRelations(first: 50) { nodes { id type updatedAt issue { identifier } } }
  children(first: 50) { nodes { identifier } }
}`;

export const ISSUES = `
query AoIssues($filter: IssueFilter!, $after: String) {
  issues(filter: $filter, after: $after, first: 50, orderBy: updatedAt) {
    nodes { ...AoIssue }
    pageInfo { hasNextPage endCursor }
  }
}${ISSUE}`;

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
query AoTeam($id: String!) {
  team(id: $id) {
    id key
    states(first: 100) { nodes { id name type position } }
    labels(first: 250) { nodes { id name } }
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

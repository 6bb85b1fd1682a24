// `node scripts/cut-openapi.mjs FOLDER`: cuts the operations that are asked here out of GitHub's published description, for the
// fake GitHub of the tests. FOLDER holds the unpacked package `@octokit/openapi`, which is too large (385 MB) to be a dependency:
//   npm pack @octokit/openapi@23.0.2 && tar -xzf octokit-openapi-23.0.2.tgz
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const repo = "/repos/{owner}/{repo}";
const issue = `${repo}/issues/{issue_number}`;
const pull = `${repo}/pulls/{pull_number}`;

/** What the product asks, what the fake answers, and what agents look up in the tests. */
const OPERATIONS = [
  ...["GET /user", "GET /rate_limit", "POST /app/installations/{installation_id}/access_tokens"],
  ...[`GET ${repo}`, `GET ${repo}/collaborators/{username}/permission`],
  ...[`GET ${repo}/rules/branches/{branch}`, `GET ${repo}/branches/{branch}`, `GET ${repo}/git/commits/{commit_sha}`],
  ...[`GET ${repo}/issues`, `POST ${repo}/issues`, `GET ${issue}`, `PATCH ${issue}`],
  ...[`GET ${issue}/comments`, `POST ${issue}/comments`, `POST ${issue}/labels`, `DELETE ${issue}/labels/{name}`],
  ...[`POST ${issue}/assignees`, `GET ${issue}/sub_issues`],
  ...[`GET ${issue}/dependencies/blocked_by`, `POST ${issue}/dependencies/blocked_by`],
  ...[`GET ${repo}/pulls`, `POST ${repo}/pulls`, `GET ${pull}`, `PATCH ${pull}`, `PUT ${pull}/merge`],
  ...[`POST ${pull}/reviews`, `POST ${pull}/comments`],
  ...[`GET ${repo}/check-runs/{check_run_id}/annotations`, `POST ${repo}/check-runs/{check_run_id}/rerequest`],
  ...[`GET ${repo}/actions/workflows`, `GET ${repo}/actions/jobs/{job_id}`, `GET ${repo}/actions/jobs/{job_id}/logs`],
  ...[`POST ${repo}/actions/jobs/{job_id}/rerun`, `POST ${repo}/actions/runs/{run_id}/rerun-failed-jobs`],
  ...[`GET ${repo}/actions/runs/{run_id}/artifacts`, `GET ${repo}/actions/artifacts/{artifact_id}/{archive_format}`],
];
const SERVERS = ["ghes-3.17", "ghes-3.18", "ghes-3.19"];

const folder = process.argv[2];
if (folder === undefined) throw new Error("which folder holds the package? node scripts/cut-openapi.mjs FOLDER");
const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
const described = read("api.github.com");
const cut = {
  source: `@octokit/openapi ${version} (MIT)`,
  operations: Object.fromEntries(OPERATIONS.map((name) => [name, requestOf(described, name)])),
  missing: Object.fromEntries(SERVERS.map((server) => [server, missingIn(read(server))])),
};
const target = fileURLToPath(new URL("../test/fakes/github/described.json", import.meta.url));
writeFileSync(target, `${JSON.stringify(cut, null, 2)}\n`);

function read(name) {
  return JSON.parse(readFileSync(join(folder, "generated", `${name}.json`), "utf8"));
}

function operationIn({ paths }, name) {
  const [method = "", path = ""] = name.split(" ");
  const shared = paths[path];
  const operation = shared?.[method.toLowerCase()];
  return operation && { ...operation, parameters: [...(shared.parameters ?? []), ...(operation.parameters ?? [])] };
}

function missingIn(server) {
  return OPERATIONS.filter((name) => operationIn(server, name) === undefined);
}

function requestOf(all, name) {
  const operation = operationIn(all, name);
  if (operation === undefined) throw new Error(`GitHub describes no ${name}`);
  const parameters = operation.parameters.map((one) => whole(all, one));
  const inQuery = parameters.filter((one) => one.in === "query");
  const body = operation.requestBody?.content["application/json"];
  return {
    query: Object.fromEntries(inQuery.map((one) => [one.name, plain(all, one.schema)])),
    required: inQuery.filter((one) => one.required === true).map((one) => one.name),
    body: body === undefined ? null : plain(all, body.schema),
  };
}

function whole(all, value) {
  if (value?.$ref === undefined) return value;
  return value.$ref
    .replace(/^#\//, "")
    .split("/")
    .reduce((inner, name) => inner[name], all);
}

/** A schema without what only people read. A word of a list may be null only where null is in the list. */
function plain(all, given) {
  const schema = whole(all, given);
  if (Array.isArray(schema)) return schema.map((one) => plain(all, one));
  if (typeof schema !== "object" || schema === null) return schema;
  const kept = Object.entries(schema).filter(
    ([name]) => !["description", "example", "examples", "default"].includes(name),
  );
  const inner = Object.fromEntries(
    kept.map(([name, value]) => [name, name === "properties" ? fields(all, value) : plain(all, value)]),
  );
  return schema.nullable === true && Array.isArray(schema.enum) ? { ...inner, enum: [...schema.enum, null] } : inner;
}

function fields(all, properties) {
  return Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, plain(all, value)]));
}

// `node scripts/cut-openapi.mjs FOLDER`: cuts the operations that are asked here out of GitHub's published description, for the
// fake GitHub of the tests: what may be asked, and what is answered. FOLDER holds the unpacked package `@octokit/openapi`, which is too large (385 MB) to be a dependency:
//   npm pack @octokit/openapi@23.0.2 && tar -xzf octokit-openapi-23.0.2.tgz
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { cutAnswers, whole } from "./cut-answers.mjs";

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
const source = `@octokit/openapi ${version} (MIT)`;
const servers = SERVERS.map((name) => ({ name, all: read(name) }));
const { answers, schemas } = cutAnswers(described, OPERATIONS, operationIn);
write("described.json", {
  source,
  operations: Object.fromEntries(OPERATIONS.map((name) => [name, requestOf(described, name)])),
  missing: Object.fromEntries(servers.map(({ name, all }) => [name, missingIn(all)])),
});
write("described-answers.json", {
  ...{ source, answers, schemas },
  differences: Object.fromEntries(servers.map(({ name, all }) => [name, differencesIn(all)])),
});

/** One line each of what stands in it: whoever compares two of them sees which operation or schema has changed. */
function write(name, parts) {
  const lines = Object.entries(parts).map(([part, value]) => {
    if (typeof value === "string") return `  ${JSON.stringify(part)}: ${JSON.stringify(value)}`;
    const inner = Object.entries(value).map(([key, one]) => `    ${JSON.stringify(key)}: ${JSON.stringify(one)}`);
    return `  ${JSON.stringify(part)}: {\n${inner.join(",\n")}\n  }`;
  });
  const target = fileURLToPath(new URL(`../test/fakes/github/${name}`, import.meta.url));
  writeFileSync(target, `{\n${lines.join(",\n")}\n}\n`);
}

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

/** In what an Enterprise server's requests and answers differ, as far as both have them; empty: in nothing. */
function differencesIn(server) {
  const had = OPERATIONS.filter((name) => operationIn(server, name) !== undefined);
  const theirs = cutAnswers(server, had, operationIn).schemas;
  const requests = had.flatMap((name) => {
    const [here, there] = [requestOf(described, name), requestOf(server, name)];
    const lacking = [
      ...namesMissing(here.query, there.query),
      ...namesMissing(here.body?.properties, there.body?.properties),
    ];
    return lacking.map((one) => `${name} takes no ${one}`);
  });
  const answered = Object.entries(schemas).flatMap(([name, { properties, required = [] }]) => {
    const other = theirs[name];
    if (other === undefined) return [`there is no ${name}`];
    const lacking = namesMissing(properties, other.properties);
    const optional = required.filter((one) => !lacking.includes(one) && !(other.required ?? []).includes(one));
    return [...lacking.map((one) => `${name} has no ${one}`), ...optional.map((one) => `${name} may lack ${one}`)];
  });
  return [...requests, ...answered];
}

function namesMissing(here = {}, there = {}) {
  return Object.keys(here).filter((name) => !(name in there));
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

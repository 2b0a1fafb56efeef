// Generates clients from openapi.json with the usual generators for TypeScript and Python, compiles both, and reads every
// example of the description with the one in Python. Needs a network, and Python 3.11 or later with venv

import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const packages = ['openapi-typescript@7.13.0', 'typescript@5.9.3'];
const pythonPackage = 'openapi-python-client==0.29.0';

const description = resolve(import.meta.dirname, '..', 'openapi.json');
const { paths } = JSON.parse(readFileSync(description, 'utf8'));
const folder = mkdtempSync(join(tmpdir(), 'generated-clients-'));

const start = promisify(execFile);
const programs = join(folder, 'venv', 'bin');

async function run(program, ...words) {
  try {
    return await start(program, words, { cwd: folder });
  } catch (error) {
    throw new Error(`${program} ${words.join(' ')} failed:\n${error.stdout}\n${error.stderr}`);
  }
}

const usesTs = `import type { components, operations, paths } from './api.ts';

type Item = operations['readItem']['responses'][200]['content']['application/json'];
export const priceOf = (item: Item): number | null => item.priceUSD;
export const floatOf = (offer: components['schemas']['Offer']): number | null => offer.float;
export const query: paths['/tape/best']['get']['parameters']['query'] = { game: 'CS2', name: 'x', currency: 'EUR' };
// @ts-expect-error there is no such currency
export const wrong: paths['/tape/best']['get']['parameters']['query'] = { game: 'CS2', name: 'x', currency: 'GBP' };
`;

async function tryTypescript() {
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}');
  writeFileSync(join(folder, 'uses.ts'), usesTs);
  await run('npm', 'install', '--ignore-scripts', '--no-audit', '--no-fund', ...packages);
  await run('npx', 'openapi-typescript', description, '--output', 'api.ts');
  const options = ['--strict', '--noEmit', '--module', 'nodenext', '--allowImportingTsExtensions'];
  await run('npx', 'tsc', ...options, '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess', 'uses.ts');
}

const snake = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Reading operations with an example of their answer, as the client in Python calls them. */
const calls = Object.entries(paths).flatMap(([path, { get }]) => {
  const answer = get?.responses[200]?.content['application/json']?.example;
  if (answer === undefined) return [];
  const required = get.parameters.filter((parameter) => parameter.required);
  const parameters = Object.fromEntries(required.map(({ name, example }) => [snake(name), example]));
  return [{ path, module: `${snake(get.tags[0]).replaceAll(' ', '_')}.${snake(get.operationId)}`, parameters, answer }];
});

const usesPy = `import importlib
import json
import sys

from generated.client import AuthenticatedClient

with open("calls.json") as file:
    calls = json.load(file)
client = AuthenticatedClient(sys.argv[1], "a key", prefix="", auth_header_name="X-API-Key", raise_on_unexpected_status=True)
for call in calls:
    operation = importlib.import_module("generated.api." + call["module"])
    read = operation.sync(client=client, **call["parameters"])
    answer = [row.to_dict() for row in read] if isinstance(read, list) else read.to_dict()
    assert answer == call["answer"], (call["module"], answer)
print(len(calls))
`;

/** A service that answers with the examples of the description. */
async function serveExamples() {
  const answers = new Map(calls.map(({ path, answer }) => [path, JSON.stringify(answer)]));
  const server = createServer((request, response) => {
    const answer = answers.get(new URL(request.url, 'http://localhost').pathname);
    const isAllowed = request.headers['x-api-key'] === 'a key';
    response.writeHead(answer !== undefined && isAllowed ? 200 : 404, { 'content-type': 'application/json' });
    response.end(answer ?? '{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

async function tryPython() {
  writeFileSync(join(folder, 'calls.json'), JSON.stringify(calls));
  writeFileSync(join(folder, 'uses.py'), usesPy);
  // Without the programs that would format its code
  writeFileSync(join(folder, 'config.json'), '{"post_hooks":[]}');
  await run('python3', '-m', 'venv', 'venv');
  await run(join(programs, 'pip'), 'install', '--quiet', '--disable-pip-version-check', pythonPackage);
  const options = [
    '--path',
    description,
    '--output-path',
    'generated',
    '--meta',
    'none',
    '--fail-on-warning',
    '--config',
    'config.json',
  ];
  await run(join(programs, 'openapi-python-client'), 'generate', ...options);
  await run(join(programs, 'python'), '-m', 'compileall', '-q', 'generated');
  const server = await serveExamples();
  try {
    const { stdout } = await run(join(programs, 'python'), 'uses.py', `http://127.0.0.1:${server.address().port}`);
    if (Number(stdout) < 20) throw new Error(`only ${stdout.trim()} operations have an example`);
  } finally {
    server.close();
  }
}

try {
  await tryTypescript();
  process.stdout.write('the client in TypeScript compiles\n');
  await tryPython();
  process.stdout.write(`the client in Python compiles, and reads ${calls.length} examples as they are\n`);
} finally {
  rmSync(folder, { recursive: true });
}

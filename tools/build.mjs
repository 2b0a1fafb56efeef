// Builds what `npm start` and the tests run, unless nothing has changed since the last time; with `--check` only exits
// with 1 if something has

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const note = join(root, 'dist', '.sources');

const sources = [
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
  'tsconfig.types.json',
  'src',
  'client',
  'dashboard',
];
const made = ['dist/main.js', 'dist/connector.d.ts', 'dist/dashboard/index.html', 'client/dist/index.js'];

/** Build output, and files that only tests read. */
const isNoSource = (path) =>
  /(^|\/)(dist|node_modules|fixtures)$/.test(path) ||
  /^client\/commonjs\/.*\.d\.ts$|\.tsbuildinfo$|\.test\.tsx?$/.test(path);

function filesOf(path) {
  if (isNoSource(path)) return [];
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path))
    .sort()
    .flatMap((name) => filesOf(`${path}/${name}`));
}

/** One hash over the names and the content of all sources. */
function hashOfSources() {
  const hash = createHash('sha256');
  for (const path of sources.flatMap(filesOf)) {
    const content = readFileSync(join(root, path));
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

const hash = hashOfSources();
const isThere = made.every((path) => existsSync(join(root, path))) && existsSync(note);
const isBuilt = isThere && readFileSync(note, 'utf8') === hash;
if (process.argv.includes('--check')) process.exitCode = isBuilt ? 0 : 1;
else if (!isBuilt) {
  // A build that fails must not count as up to date
  rmSync(note, { force: true });
  execFileSync('npm', ['run', '--silent', 'build:all'], { cwd: root, stdio: 'inherit', shell: true });
  writeFileSync(note, hash);
}

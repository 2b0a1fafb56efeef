// Prints the lines of code and of tests by folder; exits with 1 if src/ or bench/ has more than its maximum. Whoever adds
// more raises the maximum in the same commit

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const maxLines = { src: 118_000, bench: 2_700 };

const root = resolve(import.meta.dirname, '..');
const isTest = (path) => /\.test\.tsx?$/.test(path) || path.startsWith('test/');
const linesOf = (path) => readFileSync(join(root, path), 'utf8').split('\n').length - 1;

/** Source files that Git tracks or would add; none where there is no Git. */
function sources() {
  const options = { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] };
  try {
    const paths = execFileSync(
      'git',
      ['ls-files', '--cached', '--others', '--exclude-standard', '-z', '*.ts', '*.tsx'],
      options,
    ).split('\0');
    return paths.filter((path) => path !== '' && existsSync(join(root, path)));
  } catch {
    return [];
  }
}

/** Lines of the given files by name of folder. */
function linesBy(nameOf, paths) {
  const lines = new Map();
  for (const path of paths) lines.set(nameOf(path), (lines.get(nameOf(path)) ?? 0) + linesOf(path));
  return lines;
}

const topOf = (path) => path.split('/')[0];
const folderOf = (path) => path.split('/').slice(0, -1).slice(0, 2).join('/');

function print(what, paths) {
  const sums = linesBy(topOf, paths);
  const cells = [...linesBy(folderOf, paths)].map(
    ([name, lines]) => `${name.padEnd(20)}${String(lines).padStart(6)}  `,
  );
  const total = [...sums].map(([name, lines]) => `${name} ${lines}`).join(', ');
  process.stdout.write(`lines of ${what}: ${total}\n`);
  for (let at = 0; at < cells.length; at += 4)
    process.stdout.write(
      `  ${cells
        .slice(at, at + 4)
        .join('')
        .trimEnd()}\n`,
    );
  return sums;
}

const paths = sources();
const inFolders = paths.filter((path) =>
  ['src', 'bench', 'client', 'dashboard', 'test', 'tools'].includes(topOf(path)),
);
const sums = print(
  'code',
  inFolders.filter((path) => !isTest(path)),
);
print('tests', inFolders.filter(isTest));
for (const [folder, max] of Object.entries(maxLines)) {
  const lines = sums.get(folder) ?? 0;
  if (lines <= max) continue;
  process.stderr.write(`${folder}/ has ${lines} lines, more than the ${max} of tools/lines.mjs\n`);
  process.exitCode = 1;
}

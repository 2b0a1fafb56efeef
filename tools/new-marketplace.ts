import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { conformance, connectorFolder, playerFile } from './new-marketplace/places.ts';
import { type Plan, planned } from './new-marketplace/plan.ts';
import { refuseTaken, usage } from './new-marketplace/wanted.ts';

const root = resolve('.');

function write({ files }: Plan): void {
  for (const [path, content] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  const run = (command: string, ...words: readonly string[]) =>
    execFileSync(command, words, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  // Sorts the imports of the lists; its rules would read the whole tree
  const words = ['check', '--write', '--linter-enabled=false', '--no-errors-on-unmatched'];
  run('npx', '--no-install', 'biome', ...words, ...files.keys());
  run('npm', 'run', '--silent', 'docs');
}

const nextSteps = ({ marketplace: { id, name, slug } }: Plan): string => {
  const folder = connectorFolder(slug);
  return `${name} has the number ${id} in the registry, and the suite accepts it:

  npx vitest run ${conformance} -t ${slug}

Everything it reads is made up so far. Replace it in this order (src/connectors/README.md explains how):

  1. ${folder}/NOTES.md: what is known about each call, with the source
  2. ${folder}/fixtures/: responses of the marketplace, each with its line in SOURCES.md
  3. ${folder}/wire.ts, parse.ts and index.ts: the rows, the records, the requests; facts.json: "standing", "seen", "fees" and limits
  4. ${playerFile(slug)}: a player of the same marketplace (src/stage/README.md)
  5. npx vitest run ${conformance} -t ${slug} --update, then check every golden line against its fixture
  6. npm run docs, npm run check, and a line in CHANGELOG.md
`;
};

function planOf(words: readonly string[]): Plan | null {
  try {
    // biome-ignore lint/style/noProcessEnv: npm reports the options it has taken only there
    refuseTaken(process.env);
    return planned(root, words);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(`Nothing was written: ${reason}\n\n${usage}`);
    process.exitCode = 1;
    return null;
  }
}

const plan = planOf(process.argv.slice(2));
if (plan !== null) {
  write(plan);
  process.stdout.write(nextSteps(plan));
}

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { siteOf } from './site/site.ts';

const [folder = 'site'] = process.argv.slice(2);
const { files, broken } = siteOf(process.cwd());
if (broken.length > 0) throw new Error(`these links lead to files that do not exist:\n${broken.join('\n')}`);
rmSync(folder, { recursive: true, force: true });
for (const [path, content] of files) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}
process.stdout.write(`${files.size} files in ${folder}\n`);

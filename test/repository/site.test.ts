import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { htmlOf } from '../../tools/site/markdown.ts';
import { siteOf } from '../../tools/site/site.ts';

const root = resolve(import.meta.dirname, '..', '..');

describe('the documentation site', () => {
  const { files, broken } = siteOf(root);
  const pages = [...files].flatMap(([path, content]) => (typeof content === 'string' ? [{ path, content }] : []));

  it('has a page for each document', () => {
    const documents = readdirSync(join(root, 'docs')).filter((file) => file.endsWith('.md'));
    for (const file of documents) expect(files.has(`docs/${file.replace('.md', '.html')}`), file).toBe(true);
  });

  it('has no broken link', () => {
    expect(broken).toEqual([]);
    for (const { path, content } of pages) {
      for (const [, to = ''] of content.matchAll(/(?:href|src)="(?![a-z]+:)([^"]+)"/g)) {
        const [target = '', anchor] = to.split('#', 2);
        const page = target === '' ? content : String(files.get(join(dirname(path), target)) ?? '');
        expect(page, `${path}: ${to}`).not.toBe('');
        if (anchor !== undefined) expect(page, `${path}: ${to}`).toContain(`id="${anchor}"`);
      }
    }
  });

  it('leaves no Markdown outside of code', () => {
    for (const { path, content } of pages) {
      const text = content
        .slice(content.indexOf('<main>'))
        .replace(/<pre[\s\S]*?<\/pre>|<code>.*?<\/code>/g, '')
        .replace(/<[^>]+>/g, '');
      expect(text, path).not.toMatch(/^#{1,6} |^```|^\||\*\*|\]\(/m);
    }
  });

  it('is built by a workflow with the script in package.json', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    expect(readFileSync(join(root, '.github/workflows/site.yml'), 'utf8')).toContain('npm run site');
    expect(scripts).toHaveProperty('site');
  });
});

it('Markdown is converted to HTML, with its text escaped', () => {
  const nowhere = () => null;
  expect(htmlOf('# A `b`\n\nText *so* **and** `*not*` <x> [away](y)', nowhere)).toBe(
    '<h1 id="a-b">A <code>b</code></h1>\n<p>Text <em>so</em> <strong>and</strong> <code>*not*</code> &lt;x&gt; away</p>',
  );
  expect(htmlOf('| A | B |\n|---|---|\n| `x\\|y` | 2 |', nowhere)).toBe(
    '<table>\n<tr><th>A</th><th>B</th></tr>\n<tr><td><code>x|y</code></td><td>2</td></tr>\n</table>',
  );
  expect(htmlOf('- one\n  more\n- two\n\n```sh\na <b>\n```', nowhere)).toBe(
    '<ul>\n<li>one more</li>\n<li>two</li>\n</ul>\n<pre tabindex="0"><code>a &lt;b&gt;</code></pre>',
  );
});

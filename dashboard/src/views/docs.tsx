import { useEffect } from 'preact/hooks';
import { partTitle } from '../frame/title.ts';
import { Skeleton } from '../parts/look/skeleton.tsx';
import { go, hash, path } from '../router.ts';
import { translate } from '../text/translate.ts';
import { useQuery } from '../use-query.ts';
import { Article } from './docs/article.tsx';
import { Contents } from './docs/contents.tsx';
import { addressOfPage, type DocsIndex, firstPage, pageIdIn, pagesOf, pageWith, readFile } from './docs/pages.ts';
import { DocsSearch } from './docs/search.tsx';

/** The documentation of the service, a page for each subject. */
export function DocsView() {
  const id = pageIdIn(path.value);
  const { answer: index, failure } = useQuery<DocsIndex>(
    'docs',
    async (signal) => await (await readFile('index.json', signal)).json(),
  );
  if (index === null) return failure === null ? <Skeleton lines={8} /> : <p role="alert">{failure}</p>;
  return (
    <div class="docs">
      <div class="docs-beside">
        <DocsSearch index={index} />
        <Contents index={index} current={id} />
      </div>
      <Page key={id} index={index} id={id} />
    </div>
  );
}

function Page({ index, id }: { readonly index: DocsIndex; readonly id: string }) {
  const page = pagesOf(index).find((one) => one.id === id) ?? null;
  const anchor = hash.value.slice(1);
  useEffect(() => {
    partTitle.value = page?.title ?? null;
    return () => {
      partTitle.value = null;
    };
  }, [page]);
  useEffect(() => {
    const wanted = id === firstPage && anchor !== '' ? pageWith(index, anchor) : null;
    if (wanted !== null && wanted.id !== id) go(addressOfPage(wanted.id, anchor), 'replace');
  }, [id, anchor]);
  const { answer: html, failure } = useQuery<string>(page === null ? null : id, async (signal) =>
    (await readFile(`${id}.html`, signal)).text(),
  );
  if (page === null) return <p role="alert">{translate('The documentation has no such page.')}</p>;
  if (html === null) return failure === null ? <Skeleton lines={12} /> : <p role="alert">{failure}</p>;
  return <Article html={html} tryIt={page.tryIt} />;
}

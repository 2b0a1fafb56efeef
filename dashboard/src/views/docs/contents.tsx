import { useEffect, useState } from 'preact/hooks';
import { translate } from '../../text/translate.ts';
import { addressOfPage, type DocsIndex } from './pages.ts';

const wide = matchMedia('(min-width: 64rem)');

/** Whether there is room beside the text. */
function useIsWide(): boolean {
  const [isWide, setWide] = useState(wide.matches);
  useEffect(() => {
    const change = () => setWide(wide.matches);
    wide.addEventListener('change', change);
    return () => wide.removeEventListener('change', change);
  }, []);
  return isWide;
}

type Props = { readonly index: DocsIndex; readonly current: string };

/** All pages by group; folded where there is no room beside the text. */
export function Contents(props: Props) {
  const isWide = useIsWide();
  if (isWide) return <Pages {...props} />;
  return (
    <details key={props.current} class="docs-folded">
      <summary>{translate('Contents')}</summary>
      <Pages {...props} />
    </details>
  );
}

const Pages = ({ index, current }: Props) => (
  <nav class="docs-contents" aria-label={translate('Contents')}>
    {index.groups.map(({ title, pages }) => (
      <div key={title}>
        <p class="quiet">{title}</p>
        <ul>
          {pages.map((page) => (
            <li key={page.id}>
              <a href={addressOfPage(page.id)} aria-current={page.id === current ? 'page' : undefined}>
                {page.title.replace(/^GET /, '')}
              </a>
            </li>
          ))}
        </ul>
      </div>
    ))}
  </nav>
);

import { TapeError } from '@itemtape/client';

/** A request that a page can send. */
export type TryIt = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly isRequired: boolean;
    readonly example: string;
    readonly choices: readonly string[] | null;
  }[];
  readonly body: string | null;
};

type IndexEntry = { readonly id: string; readonly name: string; readonly text: string };

export type DocsPage = {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  /** The anchor of its head. */
  readonly anchor: string;
  readonly tryIt: TryIt | null;
  readonly entries: readonly IndexEntry[];
};

export type DocsIndex = {
  readonly version: string;
  readonly groups: readonly { readonly title: string; readonly pages: readonly DocsPage[] }[];
};

/**
 * Reads a file of the documentation, which needs no key.
 *
 * @throws {TapeError} Why there is none.
 */
export async function readFile(name: string, signal: AbortSignal): Promise<Response> {
  const response = await fetch(`/docs/pages/${name}`, { signal }).catch((cause: unknown) => {
    throw new TapeError(String(cause), { cause });
  });
  if (!response.ok) throw new TapeError(`the service answered ${response.status}`, { status: response.status });
  return response;
}

export const firstPage = 'start';

/** The address of a page in the dashboard. */
export const addressOfPage = (id: string, anchor = ''): string =>
  `${id === firstPage ? '/docs' : `/docs/${id}`}${anchor === '' ? '' : `#${anchor}`}`;

export const pageIdIn = (path: string): string => path.slice('/docs/'.length) || firstPage;

export const pagesOf = ({ groups }: DocsIndex): readonly DocsPage[] => groups.flatMap(({ pages }) => pages);

/** The page that an anchor stands on, for addresses from when there was one page. */
export const pageWith = (index: DocsIndex, anchor: string): DocsPage | null =>
  pagesOf(index).find((page) => page.anchor === anchor || page.entries.some(({ id }) => id === anchor)) ?? null;

/** Something that was found, and where. */
export type SearchMatch = {
  readonly address: string;
  readonly name: string;
  readonly page: string;
  readonly text: string;
};

const maxFound = 14;

/** What has every word in its name, page or meaning; names come first. */
export function findIn(index: DocsIndex, text: string): readonly SearchMatch[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const all = pagesOf(index).flatMap((page): SearchMatch[] => [
    { address: addressOfPage(page.id), name: page.title, page: '', text: page.about },
    ...page.entries.map((entry) => ({
      address: addressOfPage(page.id, entry.id),
      name: entry.name,
      page: page.title,
      text: entry.text,
    })),
  ]);
  return all
    .map((found) => ({ found, rank: rankOf(found, words) }))
    .filter(({ rank }) => rank > 0)
    .sort((a, b) => b.rank - a.rank)
    .slice(0, maxFound)
    .map(({ found }) => found);
}

/** 0 if a word is missing; more for words in the name, at its start, and for a page than for something on it. */
function rankOf({ name, page, text }: SearchMatch, words: readonly string[]): number {
  const [inName, inPage, inText] = [name.toLowerCase(), page.toLowerCase(), text.toLowerCase()];
  let rank = page === '' ? 1 : 0;
  for (const word of words) {
    if (inName === word) rank += 12;
    else if (inName.startsWith(word)) rank += 8;
    else if (inName.includes(word)) rank += 6;
    else if (inPage.includes(word)) rank += 3;
    else if (inText.includes(word)) rank += 1;
    else return 0;
  }
  return rank;
}

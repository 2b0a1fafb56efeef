import { readCatalogue } from '../catalogue.ts';
import { answerAt } from '../http/http-answer.ts';
import { marketplaceCount, type NamesByGame } from '../http/served-names.ts';
import { createClient, type Latencies, latenciesOf } from '../latency.ts';
import { inRounds, type Promised, type Row, row } from '../rounds.ts';
import { withFolder } from '../scratch-folder.ts';
import { startWorker } from '../worker.ts';
import { lostQuestionsFrom, type Question, questionsFrom, typedQuestionsFrom } from './search-queries.ts';

const questionCount = 2000;
const readCount = 500;

const searchPath = ({ game, text }: Question): string =>
  `/v2/items/search?game=${game}&query=${encodeURIComponent(text)}`;
const comparePath = ({ game, text }: Question): string =>
  `/v2/items/compare?game=${game}&name=${encodeURIComponent(text)}`;

const nearestPath = (question: Question): string => `${searchPath(question)}&nearest=true&limit=5`;

const promised: Promised = { value: { atMost: 10 } };

async function measure(what: string, names: NamesByGame): Promise<Row[]> {
  const questions = questionsFrom(names, questionCount);
  const searches = questions.map(searchPath);
  const typed = typedQuestionsFrom(names, questionCount).map(searchPath);
  const lost = lostQuestionsFrom(names, readCount).filter(({ text }) => text.trim() !== '');
  const compares = questions.filter((_, at) => at % 4 === 1).map(comparePath);
  return await withFolder(async (folder) => {
    const server = startWorker();
    const beside = startWorker();
    try {
      const { port, key } = await server.call('serveNames', folder, names);
      const client = createClient(port, key);
      const sample = await answerAt(port, searchPath({ game: 'CS2', text: 'a' }), key);
      const bare = createClient(await beside.call('servePlain', sample.headers, sample.body), key);
      await latenciesOf(client, searches.slice(0, 200));
      await latenciesOf(client, [...typed.slice(0, 200), ...lost.slice(0, 100).map(nearestPath)]);
      await latenciesOf(bare, searches.slice(0, 200));
      const figures = await inRounds({
        bare: () => latenciesOf(bare, searches),
        search: () => latenciesOf(client, searches),
        typed: () => latenciesOf(client, typed),
        lost: () => latenciesOf(client, lost.map(searchPath)),
        nearest: () => latenciesOf(client, lost.map(nearestPath)),
        compare: () => latenciesOf(client, compares),
        marketplaces: () =>
          latenciesOf(
            client,
            Array.from({ length: readCount }, () => '/v2/marketplaces'),
          ),
      });
      client.close();
      bare.close();
      const reference = `bare node:http, one answer of ${(sample.body.length / 1000).toFixed(1)} kB`;
      const against = (name: string, figure: keyof Latencies, ours: Latencies, bound: Promised | null) =>
        row(
          {
            name: `${name} of ${what}, ${figure}`,
            unit: 'ms',
            reference,
            referenceValue: figures.bare[figure],
            value: ours[figure],
          },
          bound,
        );
      return [
        against('search', 'p50', figures.search, null),
        against('search', 'p99', figures.search, promised),
        against('search by short forms and with an error', 'p50', figures.typed, null),
        against('search by short forms and with an error', 'p99', figures.typed, promised),
        against('search that finds nothing', 'p99', figures.lost, promised),
        against('names near what finds nothing', 'p99', figures.nearest, promised),
        against('compare', 'p99', figures.compare, promised),
        against('/v2/marketplaces', 'p99', figures.marketplaces, promised),
      ];
    } finally {
      await Promise.all([server.stop(), beside.stop()]);
    }
  });
}

/** Names distributed over the four games as in reality. */
export function searchOfAllGames(): Promise<Row[]> {
  const { isReal, names } = readCatalogue();
  const count = Object.values(names).reduce((sum, { length }) => sum + length, 0);
  const kind = isReal ? 'real' : 'made-up';
  return measure(`${count.toLocaleString('en')} ${kind} names in 4 games × ${marketplaceCount}`, names);
}

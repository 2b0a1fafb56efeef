import type { FoundService } from './find-service.ts';
import { below, request } from './request.ts';

export type Sample = {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
};

const line = /^([a-zA-Z_:]\w*)(?:\{(.*)\})? (\S+)$/;
const label = /(\w+)="((?:[^"\\]|\\.)*)"/g;

/** Reads the Prometheus metrics of a service. */
export async function readMetrics({ url, key }: FoundService): Promise<readonly Sample[]> {
  const answer = await request(below(url, 'metrics'), { headers: key === null ? {} : { 'x-api-key': key } });
  if (!answer.ok) throw new Error(`${url}/metrics answers with status ${answer.status}`);
  return samplesOf(await answer.text());
}

export function samplesOf(text: string): readonly Sample[] {
  return text.split('\n').flatMap((one) => {
    const [, name, pairs = '', value] = line.exec(one) ?? [];
    if (name === undefined) return [];
    const labels = Object.fromEntries([...pairs.matchAll(label)].map(([, key = '', word = '']) => [key, word]));
    return [{ name, labels, value: Number(value) }];
  });
}

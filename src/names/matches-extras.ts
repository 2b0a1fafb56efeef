import type { ExtrasFilter, LiveOffer } from '../schema/index.ts';
import { fadeOf } from './fade.ts';

type Told = Pick<LiveOffer, 'name' | 'paintSeed' | 'charms' | 'nameTag' | 'statTrakCount' | 'patches'>;

/** Whether one of the names contains all words, in any case. */
function isNamed(pieces: readonly { readonly name: string }[] | undefined, words: string): boolean {
  const wanted = words.trim().toLowerCase().split(/\s+/);
  return (pieces ?? []).some(({ name }) => wanted.every((word) => name.toLowerCase().includes(word)));
}

export const asksForFade = ({ minFade, maxFade }: ExtrasFilter): boolean => minFade !== null || maxFade !== null;

/** Whether an offer is known to have what a filter asks for. */
export function matchesExtras(offer: Told, filter: ExtrasFilter): boolean {
  const { charm, nameTag, minStatTrakCount, patch, minFade, maxFade } = filter;
  if (charm !== null && !isNamed(offer.charms, charm)) return false;
  if (patch !== null && !isNamed(offer.patches, patch)) return false;
  if (nameTag && !offer.nameTag) return false;
  if (minStatTrakCount !== null && (offer.statTrakCount ?? -1) < minStatTrakCount) return false;
  if (!asksForFade(filter)) return true;
  const fade = fadeOf(offer.name, offer.paintSeed);
  return fade !== null && fade >= (minFade ?? 0) && fade <= (maxFade ?? 100);
}

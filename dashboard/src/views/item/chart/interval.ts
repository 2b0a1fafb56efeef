import type { CandleInterval } from '@itemtape/client';
import { translate } from '../../../text/translate.ts';

export type Interval = CandleInterval;

export const intervals = [
  { interval: '1m', text: translate('1 m'), seconds: 60 },
  { interval: '5m', text: translate('5 m'), seconds: 300 },
  { interval: '15m', text: translate('15 m'), seconds: 900 },
  { interval: '1h', text: translate('1 h'), seconds: 3_600 },
  { interval: '4h', text: translate('4 h'), seconds: 14_400 },
  { interval: '1d', text: translate('1 day'), seconds: 86_400 },
  { interval: '1w', text: translate('1 week'), seconds: 604_800 },
] as const satisfies readonly { interval: Interval; text: string; seconds: number }[];

export const secondsOf = (interval: Interval): number =>
  intervals.find((one) => one.interval === interval)?.seconds ?? 3_600;

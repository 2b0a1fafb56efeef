import { alerts } from './alerts.ts';
import { chart } from './chart.ts';
import { deals } from './deals.ts';
import { home } from './home.ts';
import { item } from './item.ts';
import { keys } from './keys.ts';
import { marks } from './marks.ts';
import { offers } from './offers.ts';
import { page } from './page.ts';
import { payouts } from './payouts.ts';
import { ratio } from './ratio.ts';
import { session } from './session.ts';
import { settings } from './settings.ts';
import { sources } from './sources.ts';
import { tape } from './tape.ts';
import { terms } from './terms.ts';

/** All phrases of the page; each phrase is listed once. */
export const phrases = {
  ...page,
  ...session,
  ...home,
  ...deals,
  ...payouts,
  ...ratio,
  ...item,
  ...offers,
  ...chart,
  ...marks,
  ...tape,
  ...sources,
  ...alerts,
  ...keys,
  ...settings,
  ...terms,
} as const;

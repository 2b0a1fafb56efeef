import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');

/** Frees what nothing holds any more, so that what is left can be measured. */
export const collectGarbage = runInNewContext('gc') as () => void;

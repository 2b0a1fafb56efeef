import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');

/** Forces garbage collection, so that the memory still in use can be measured. */
export const collectGarbage = runInNewContext('gc') as () => void;

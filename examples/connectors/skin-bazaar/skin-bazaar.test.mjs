import { conforms } from 'itemtape/connector-suite';
import * as skinBazaar from './index.mjs';

await conforms(skinBazaar, new URL('.', import.meta.url));

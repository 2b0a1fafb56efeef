import Type from 'typebox';
import { gapReasons } from '../../schema/index.ts';

export const gapReasonField = Type.Enum([...gapReasons], {
  description:
    'What the gap began with. cut: the connection of a feed ended; silent: a feed sent nothing for too long; failed: a reading failed or was incomplete; shrunk: a reading returned far less than the one before; notRunning: this service did not run',
});

import { useState } from 'preact/hooks';
import { failureText } from './use-query.ts';

/** What somebody does in a view, with what came of the last act; `round` grows with each, so that what is shown is read again. */
export function useAct() {
  const [round, setRound] = useState(0);
  const [notice, setNotice] = useState<string | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  /** Never rejects; a text that the work resolves to is the notice. */
  const act = async (work: () => Promise<unknown>): Promise<void> => {
    setNotice(null);
    setTrouble(null);
    try {
      const said = await work();
      if (typeof said === 'string') setNotice(said);
    } catch (error) {
      setTrouble(failureText(error));
    }
    setRound((before) => before + 1);
  };
  return { act, round, notice, trouble, setTrouble };
}

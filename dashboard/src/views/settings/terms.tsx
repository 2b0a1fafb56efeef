import type { MarketplaceTerms } from '@itemtape/client';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useOneAtATime } from '../../one-at-a-time.ts';
import { TablePanel } from '../../table/table-panel.tsx';
import { serviceTape } from '../../tape.ts';
import { payouts, payoutText } from '../../text/payout.ts';
import { translate } from '../../text/translate.ts';
import { useAct } from '../../use-act.ts';
import { useQuery } from '../../use-query.ts';
import { keepTerm, type TermChange } from './operator.ts';
import { termColumns } from './term-columns.tsx';
import { notKnown, type TermSetting, termSettingOf, termSettings, termText } from './term-settings.ts';

/** Fees and what one gets at every marketplace, which the operator can correct. */
export function Terms() {
  const [round, setRound] = useState(0);
  const [changed, setChanged] = useState<MarketplaceTerms | null>(null);
  const [notice, setNotice] = useState<string | null>(null);
  const { answer, failure } = useQuery(`terms ${round}`, (signal) => serviceTape().terms({}, { signal }));
  const save = async (change: TermChange) => {
    const { marketplace, setting, value } = await keepTerm(change);
    const about = { marketplace, fact: termText(setting) };
    setNotice(
      value === null
        ? translate('{marketplace}: {fact} is what is built in again.', about)
        : translate('{marketplace}: {fact} is now {value}.', {
            ...about,
            value: valueText(setting, value),
          }),
    );
    setRound((before) => before + 1);
  };
  return (
    <>
      <TablePanel
        isOwn
        id="terms"
        title={translate('What one pays and gets')}
        about={translate('at each marketplace; figures after fees, deals and ratios follow from it')}
        kind="cards terms"
        columns={termColumns(setChanged)}
        rows={answer}
        keyOf={({ marketplace }) => marketplace}
        failure={failure}
        none={translate('none')}
      >
        {notice !== null && <p role="status">{notice}</p>}
      </TablePanel>
      {changed !== null && <TermForm row={changed} save={save} close={() => setChanged(null)} />}
    </>
  );
}

const valueText = (setting: TermSetting, value: string): string => {
  if (value === notKnown) return translate('not known');
  const payout = setting === 'terms.payout' ? payouts.find((one) => one === value) : undefined;
  return payout === undefined ? value : payoutText(payout);
};

type FormProps = {
  readonly row: MarketplaceTerms;
  readonly save: (change: TermChange) => Promise<void>;
  readonly close: () => void;
};

/** Changes one fact about a marketplace. */
function TermForm({ row: { marketplace }, save, close }: FormProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [setting, setSetting] = useState<TermSetting>('fees.seller');
  const { act, trouble } = useAct();
  const oneAtATime = useOneAtATime();
  useEffect(() => dialog.current?.showModal(), []);
  const put = (value: string | null) =>
    oneAtATime(() =>
      act(async () => {
        await save({ marketplace, setting, value });
        close();
      }),
    );
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (event.target instanceof HTMLFormElement) put(String(new FormData(event.target).get('value')).trim());
  };
  return (
    <dialog ref={dialog} class="panel term-form" aria-labelledby="term-form" onClose={close}>
      <form class="settings-form" onSubmit={submit} autocomplete="off">
        <h2 id="term-form">{marketplace}</h2>
        <label class="named">
          <span>{translate('What to change')}</span>
          <select value={setting} onChange={(event) => setSetting(termSettingOf(event.currentTarget.value))}>
            {termSettings.map((one) => (
              <option key={one.setting} value={one.setting}>
                {one.text}
              </option>
            ))}
          </select>
        </label>
        <ValueField key={setting} setting={setting} />
        {trouble !== null && <p role="alert">{trouble}</p>}
        <div class="fields">
          <button type="submit" class="primary">
            {translate('Save')}
          </button>
          <button type="button" onClick={() => put(notKnown)}>
            {translate('It is not known')}
          </button>
          <button type="button" onClick={() => put(null)}>
            {translate('Back to what is built in')}
          </button>
          <button type="button" onClick={() => dialog.current?.close()}>
            {translate('Close')}
          </button>
        </div>
      </form>
    </dialog>
  );
}

const formOf = (setting: TermSetting): string => {
  if (setting === 'terms.itemHold' || setting === 'terms.moneyHold') return translate('Days, in all games');
  if (setting === 'terms.maxPrice') return translate('Amount and currency');
  return translate('Percent, or percent plus an amount');
};

function ValueField({ setting }: { readonly setting: TermSetting }) {
  if (setting === 'terms.payout') {
    return (
      <label class="named">
        <span>{translate('New value')}</span>
        <select name="value">
          {payouts.map((payout) => (
            <option key={payout} value={payout}>
              {payoutText(payout)}
            </option>
          ))}
        </select>
      </label>
    );
  }
  const example = termSettings.find((one) => one.setting === setting)?.example ?? '';
  return (
    <label class="named">
      <span>
        {translate('New value')}: {formOf(setting)}
      </span>
      <input name="value" required maxLength={64} placeholder={example} autocomplete="off" />
    </label>
  );
}

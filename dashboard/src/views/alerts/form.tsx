import type { NewAlertRule } from '@itemtape/client';
import { useEffect, useState } from 'preact/hooks';
import { useOneAtATime } from '../../one-at-a-time.ts';
import { askPermission, permission } from '../../own/notify.ts';
import { query } from '../../router.ts';
import { lastGame } from '../../stored/game.ts';
import { serviceTape } from '../../tape.ts';
import { translate } from '../../text/translate.ts';
import { useAct } from '../../use-act.ts';
import { type Draft, draftOf, isFigure, nameOf, type PartProps, requestOf, type TargetKind, targets } from './draft.ts';
import { isKnownItem } from './known-item.ts';
import { ItemRef, MarketplaceField, When } from './when.tsx';

type Props = { readonly made: (rule: NewAlertRule) => void };

/** The form that creates a rule. */
export function NewRule({ made }: Props) {
  const asked = query.value;
  const [draft, setDraft] = useState(() => draftOf(asked, lastGame.value ?? 'CS2'));
  // Another address fills it in anew; the log of a rule does not
  const about = ['game', 'name', 'phase', 'below', 'above'].map((name) => asked.get(name)).join(' ');
  useEffect(() => {
    if (asked.has('name')) setDraft(draftOf(asked, lastGame.value ?? 'CS2'));
  }, [about]);
  const { act, trouble } = useAct();
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const oneAtATime = useOneAtATime();
  const create = async () => {
    if (!(await confirmsName(draft))) return;
    made(await serviceTape().alerts.create(requestOf(draft)));
    change({ item: '', phase: '', amount: '', percent: '', name: '' });
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    oneAtATime(() => act(create));
  };
  return (
    <form class="panel rule-form" aria-labelledby="new-rule" onSubmit={submit}>
      <h2 id="new-rule">{translate('New rule')}</h2>
      <When draft={draft} change={change} />
      <Where draft={draft} change={change} />
      <details>
        <summary>{translate('Marketplace, and how often')}</summary>
        <div class="fields">
          <MarketplaceField draft={draft} change={change} />
          <HowOften draft={draft} change={change} />
        </div>
      </details>
      <div class="fields">
        <label class="named rule-name">
          <span>{translate('Name')}</span>
          <input
            maxLength={64}
            autocomplete="off"
            placeholder={nameOf({ ...draft, name: '' })}
            value={draft.name}
            onInput={(event) => change({ name: event.currentTarget.value })}
          />
        </label>
        <button type="submit" class="primary">
          {translate('Create rule')}
        </button>
      </div>
      {trouble !== null && <p role="alert">{trouble}</p>}
    </form>
  );
}

/** Asks before a rule waits for a name that no item has now: words of a name look like one, and would never match. */
async function confirmsName({ game, subject, item }: Draft): Promise<boolean> {
  const name = item.trim();
  if (subject === 'deals' || name === '') return true;
  return (
    (await isKnownItem(game, name)) ||
    confirm(translate('No item is called “{name}” right now. Create the rule anyway?', { name }))
  );
}

function Where({ draft, change }: PartProps) {
  const { target, url, token, to } = draft;
  const hint = targets.find(({ kind }) => kind === target)?.hint;
  return (
    <div class="fields">
      <ItemRef words={translate('Send to')}>
        <select value={target} onChange={(event) => change({ target: event.currentTarget.value as TargetKind })}>
          {targets.map(({ kind, text }) => (
            <option key={kind} value={kind}>
              {text}
            </option>
          ))}
        </select>
      </ItemRef>
      {target === 'browser' && permission.value === 'default' && (
        <button type="button" class="beside-field" onClick={() => void askPermission()}>
          {translate('Show notifications in this browser')}
        </button>
      )}
      {hint !== '' && (
        <label class="named grow">
          <span>{translate('Address')}</span>
          <input
            type="url"
            required
            autocomplete="off"
            placeholder={hint}
            value={url}
            onInput={(event) => change({ url: event.currentTarget.value })}
          />
        </label>
      )}
      {(target === 'telegram' || target === 'ntfy') && (
        <ItemRef words={target === 'telegram' ? translate('Bot token') : translate('Token, if it needs one')}>
          <input
            required={target === 'telegram'}
            autocomplete="off"
            value={token}
            onInput={(event) => change({ token: event.currentTarget.value })}
          />
        </ItemRef>
      )}
      {(target === 'telegram' || target === 'email') && (
        <ItemRef words={target === 'telegram' ? translate('Chat ID') : translate('Recipient')}>
          <input
            required
            autocomplete="off"
            value={to}
            onInput={(event) => change({ to: event.currentTarget.value })}
          />
        </ItemRef>
      )}
    </div>
  );
}

const pauses = [
  { seconds: 0, text: translate('every time') },
  { seconds: 60, text: translate('at most once a minute') },
  { seconds: 300, text: translate('at most once every 5 minutes') },
  { seconds: 3_600, text: translate('at most once an hour') },
  { seconds: 86_400, text: translate('at most once a day') },
] as const;

const onceOnly = 'once';

function HowOften({ draft, change }: PartProps) {
  const { repeats, coolDownSeconds, hysteresisPercent, subject } = draft;
  const choose = (value: string) =>
    change(value === onceOnly ? { repeats: false } : { repeats: true, coolDownSeconds: Number(value) });
  return (
    <>
      <ItemRef words={translate('How often per item')}>
        <select
          value={repeats ? String(coolDownSeconds) : onceOnly}
          onChange={(event) => choose(event.currentTarget.value)}
        >
          <option value={onceOnly}>{translate('once, then the rule is done')}</option>
          {pauses.map(({ seconds, text }) => (
            <option key={seconds} value={String(seconds)}>
              {text}
            </option>
          ))}
        </select>
      </ItemRef>
      {isFigure(subject) && (
        <ItemRef words={translate('Notify again after it moves back by, %')}>
          <input
            type="number"
            class="bound"
            min={0}
            max={100}
            step="any"
            value={hysteresisPercent}
            onInput={(event) => change({ hysteresisPercent: event.currentTarget.value })}
          />
        </ItemRef>
      )}
    </>
  );
}

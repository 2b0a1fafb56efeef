import { translate } from '../../text/translate.ts';
import type { CredentialRow } from './operator.ts';

const levels = ['debug', 'info', 'warn', 'error', 'silent'] as const;

type Changes = {
  readonly level: string;
  readonly setLevel: (level: string) => void;
  readonly readAgain: () => void;
};

/** Settings that can be changed immediately, without a file. */
export const Now = ({ level, setLevel, readAgain }: Changes) => (
  <section class="panel settings-form" aria-label={translate('Current values')}>
    <div class="fields">
      <label class="named">
        <span>{translate('Log level, until the next start')}</span>
        <select value={level} onChange={({ currentTarget }) => setLevel(currentTarget.value)}>
          {levels.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </select>
      </label>
      <button type="button" onClick={readAgain}>
        {translate('Reload settings and credentials')}
      </button>
    </div>
  </section>
);

type Writing = { readonly credentials: readonly CredentialRow[]; readonly submit: (event: SubmitEvent) => void };

/** Stores a credential, which is never shown again. */
export const NewCredential = ({ credentials, submit }: Writing) => (
  <form class="panel settings-form" onSubmit={submit} autocomplete="off">
    <div class="fields">
      <label class="named">
        <span>{translate('Credential')}</span>
        <select name="name" required>
          {credentials.map(({ name, origin }) => (
            <option key={name} value={name}>
              {origin === null ? name : translate('{name} (set)', { name })}
            </option>
          ))}
        </select>
      </label>
      <label class="named grow">
        <span>{translate('Its value; it is not shown again')}</span>
        <input type="password" name="value" required maxLength={16_384} autocomplete="new-password" />
      </label>
      <button type="submit" class="primary">
        {translate('Save')}
      </button>
    </div>
  </form>
);

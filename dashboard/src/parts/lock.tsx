import { openSession } from '../session.ts';
import { translate } from '../text/translate.ts';
import { SignInCommand } from './sign-in-command.tsx';
import { Translated } from './translated.tsx';

/** The locked page: how to open the dashboard in this browser, as the operator or with a key. */
export function Lock({ reason }: { readonly reason: string }) {
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!(event.target instanceof HTMLFormElement)) return;
    const key = new FormData(event.target).get('key');
    if (typeof key === 'string' && key.trim() !== '') void openSession(key.trim());
  };
  return (
    <form class="lock panel" onSubmit={submit}>
      <h1>{translate('Open the dashboard')}</h1>
      <p role="status">{reason}</p>
      <p>
        <Translated
          phrase="Operators: {command}, run where the service runs, prints an address that signs this browser in."
          parts={{ command: <SignInCommand kind="dashboard" /> }}
        />
      </p>
      <label for="key">{translate('Or with an API key')}</label>
      <input id="key" name="key" type="password" autocomplete="current-password" required />
      <button type="submit" class="primary">
        {translate('Open')}
      </button>
      <p class="quiet">
        <Translated
          phrase="The operator creates one with {command}. The key itself is not stored here: this browser stays signed in until thirty days after its last use, or until somebody signs it out."
          parts={{ command: <SignInCommand kind="createKey" /> }}
        />
      </p>
    </form>
  );
}

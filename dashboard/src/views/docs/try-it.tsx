import { useId, useState } from 'preact/hooks';
import { Translated } from '../../parts/translated.tsx';
import { session } from '../../session.ts';
import { Copy } from '../../table/take-away.tsx';
import { wholeText } from '../../text/number.ts';
import { translate } from '../../text/translate.ts';
import { failureText } from '../../use-query.ts';
import type { TryIt } from './pages.ts';
import { curlOf, requestOf, send, type TryAnswer } from './request.ts';

const initial = ({ parameters }: TryIt): Readonly<Record<string, string>> =>
  Object.fromEntries(parameters.map(({ name, isRequired, example }) => [name, isRequired ? example : '']));

/** A form that sends the request of a page with the session of the browser, and shows the answer. */
export function TryItForm({ tryIt }: { readonly tryIt: TryIt }) {
  const [values, setValues] = useState(initial(tryIt));
  const [body, setBody] = useState(tryIt.body ?? '');
  const [answered, setAnswered] = useState<TryAnswer | string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const request = requestOf(tryIt, values, body);
  const now = session.value;
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (now.state !== 'open') return;
    setBusy(true);
    setAnswered(await send(request).catch(failureText));
    setBusy(false);
  };
  return (
    <section class="try-it" aria-label={translate('Try it')}>
      <h2>{translate('Try it')}</h2>
      <form onSubmit={(event) => void submit(event)} autocomplete="off">
        {tryIt.parameters.map((parameter) => (
          <ParameterField
            key={parameter.name}
            {...parameter}
            value={values[parameter.name] ?? ''}
            change={(value) => setValues({ ...values, [parameter.name]: value })}
          />
        ))}
        {tryIt.body !== null && (
          <textarea
            aria-label={translate('Body')}
            rows={8}
            spellcheck={false}
            value={body}
            onInput={({ currentTarget }) => setBody(currentTarget.value)}
          />
        )}
        {now.state === 'open' ? (
          <button type="submit" class="primary" disabled={isBusy}>
            {translate('Send')}
          </button>
        ) : (
          <p class="quiet">
            <Translated
              phrase="To send it from here, {signIn}."
              parts={{ signIn: <a href="/">{translate('sign in')}</a> }}
            />
          </p>
        )}
      </form>
      <Block text={curlOf(request, location.origin)} name="curl" />
      <div role="status">{answered !== null && <Answer answered={answered} />}</div>
    </section>
  );
}

type FieldProps = TryIt['parameters'][number] & { readonly value: string; readonly change: (value: string) => void };

function ParameterField({ name, isRequired, example, choices, value, change }: FieldProps) {
  const id = useId();
  return (
    <>
      <label for={id}>
        <code>{name}</code>
      </label>
      {choices === null ? (
        <input
          id={id}
          value={value}
          placeholder={example}
          required={isRequired}
          spellcheck={false}
          onInput={({ currentTarget }) => change(currentTarget.value)}
        />
      ) : (
        <select id={id} value={value} onChange={({ currentTarget }) => change(currentTarget.value)}>
          {!isRequired && <option value="">{translate('default')}</option>}
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {choice}
            </option>
          ))}
        </select>
      )}
    </>
  );
}

const maxShown = 40_000;

function Answer({ answered }: { readonly answered: TryAnswer | string }) {
  if (typeof answered === 'string') return <p role="alert">{answered}</p>;
  const { status, milliseconds, bytes, text } = answered;
  return (
    <>
      <p class={status < 400 ? 'up' : 'down'}>
        <strong>{status}</strong>{' '}
        <span class="quiet">
          {translate('{milliseconds} ms · {bytes} bytes', {
            milliseconds: wholeText(milliseconds),
            bytes: wholeText(bytes),
          })}
        </span>
      </p>
      <Block text={text} name={translate('the answer')} />
    </>
  );
}

const Block = ({ text, name }: { readonly text: string; readonly name: string }) => (
  <div class="code">
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: whatever scrolls must be reachable by keyboard */}
    <pre tabIndex={0}>{text.length > maxShown ? `${text.slice(0, maxShown)}\n…` : text}</pre>
    <Copy text={() => text} words={translate('Copy')} label={translate('Copy {name}', { name })} />
  </div>
);

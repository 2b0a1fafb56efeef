import { games } from '../../games.ts';
import { say } from '../../text/say.ts';
import { namesIn, useMarketplaces } from '../../use-marketplaces.ts';

type Props = { readonly apiKey: string; readonly submit: (event: SubmitEvent) => void };

/** The form that creates a key with its limits. */
export function NewKey({ apiKey, submit }: Props) {
  const marketplaces = namesIn(useMarketplaces(apiKey), null) ?? [];
  return (
    <form class="panel key-form" onSubmit={submit}>
      <div class="fields">
        <label class="grow" for="key-name">
          <span class="unseen">{say('Name of the new key')}</span>
          <input
            id="key-name"
            name="name"
            required
            maxLength={64}
            placeholder={say('Name of the new key')}
            autocomplete="off"
          />
        </label>
        <Tick name="stream" words={say('Stream')} isChecked />
        <Tick name="alerts" words={say('Alerts')} isChecked />
        <Tick name="admin" words={say('May manage keys')} />
        <button type="submit" class="primary">
          {say('Create')}
        </button>
      </div>
      <details>
        <summary>{say('Limits')}</summary>
        <div class="fields">
          <Count name="days" words={say('Expires after, days')} />
          <Count name="perMinute" words={say('Requests a minute')} />
          <Count name="perDay" words={say('Requests a day')} />
          <Count name="connections" words={say('Stream connections')} />
          <label class="named grow">
            <span>{say('Paths, each with everything below it')}</span>
            <input name="endpoints" placeholder="/v2, /tape/best" autocomplete="off" />
          </label>
        </div>
        <Ticks legend={say('Only these games')} name="game" values={games} />
        <Ticks legend={say('Only these marketplaces')} name="marketplace" values={marketplaces} />
        <p class="quiet">{say('Fields left empty set no limit.')}</p>
      </details>
    </form>
  );
}

type TickProps = {
  readonly name: string;
  readonly words: string;
  readonly value?: string;
  readonly isChecked?: boolean;
};

const Tick = ({ name, words, value, isChecked = false }: TickProps) => (
  <label class="tick">
    <input type="checkbox" name={name} value={value ?? 'on'} defaultChecked={isChecked} /> {words}
  </label>
);

const Count = ({ name, words }: { readonly name: string; readonly words: string }) => (
  <label class="named">
    <span>{words}</span>
    <input type="number" class="bound" name={name} min={1} step={1} placeholder={say('no limit')} />
  </label>
);

type TicksProps = { readonly legend: string; readonly name: string; readonly values: readonly string[] };

const Ticks = ({ legend, name, values }: TicksProps) => (
  <fieldset class="ticks">
    <legend>{legend}</legend>
    {values.map((value) => (
      <Tick key={value} name={name} words={value} value={value} />
    ))}
  </fieldset>
);

import { games } from '../../games.ts';
import { translate } from '../../text/translate.ts';
import { namesIn, useMarketplaces } from '../../use-marketplaces.ts';

type Props = { readonly submit: (event: SubmitEvent) => void };

/** The form that creates a key with its limits. */
export function NewKey({ submit }: Props) {
  const marketplaces = namesIn(useMarketplaces(), null) ?? [];
  return (
    <form class="panel key-form" onSubmit={submit}>
      <div class="fields">
        <label class="grow" for="key-name">
          <span class="unseen">{translate('Name of the new key')}</span>
          <input
            id="key-name"
            name="name"
            required
            maxLength={64}
            placeholder={translate('Name of the new key')}
            autocomplete="off"
          />
        </label>
        <Tick name="stream" words={translate('Stream')} isChecked />
        <Tick name="alerts" words={translate('Alerts')} isChecked />
        <Tick name="admin" words={translate('May manage keys')} />
        <button type="submit" class="primary">
          {translate('Create')}
        </button>
      </div>
      <details>
        <summary>{translate('Limits')}</summary>
        <div class="fields">
          <Count name="days" words={translate('Expires after, days')} />
          <Count name="perMinute" words={translate('Requests a minute')} />
          <Count name="perDay" words={translate('Requests a day')} />
          <Count name="connections" words={translate('Stream connections')} />
          <label class="named grow">
            <span>{translate('Paths, each with everything below it')}</span>
            <input name="endpoints" placeholder="/v2, /tape/best" autocomplete="off" />
          </label>
        </div>
        <Ticks legend={translate('Only these games')} name="game" values={games} />
        <Ticks legend={translate('Only these marketplaces')} name="marketplace" values={marketplaces} />
        <p class="quiet">{translate('Fields left empty set no limit.')}</p>
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
    <input type="number" class="bound" name={name} min={1} step={1} placeholder={translate('no limit')} />
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

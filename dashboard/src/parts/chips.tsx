type Props<Value> = {
  readonly legend: string;
  readonly options: readonly { readonly value: Value; readonly text: string }[];
  readonly chosen: Value;
  readonly choose: (value: Value) => void;
};

/** A choice of one among a few. */
export function Chips<Value extends string | number | null>({ legend, options, chosen, choose }: Props<Value>) {
  return (
    <fieldset class="chips">
      <legend class="unseen">{legend}</legend>
      {options.map(({ value, text }) => (
        <button key={value} type="button" aria-pressed={chosen === value} onClick={() => choose(value)}>
          {text}
        </button>
      ))}
    </fieldset>
  );
}

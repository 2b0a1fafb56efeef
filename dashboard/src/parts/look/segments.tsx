type Props<Value> = {
  readonly legend: string;
  readonly options: readonly { readonly value: Value; readonly text: string }[];
  readonly chosen: Value;
  readonly choose: (value: Value) => void;
};

/** A choice of one among two or three, side by side in one field. */
export function Segments<Value extends string>({ legend, options, chosen, choose }: Props<Value>) {
  return (
    <fieldset class="segments">
      <legend>{legend}</legend>
      <div>
        {options.map(({ value, text }) => (
          <button key={value} type="button" aria-pressed={chosen === value} onClick={() => choose(value)}>
            {text}
          </button>
        ))}
      </div>
    </fieldset>
  );
}

import { Hint } from './hint.tsx';

type Props = {
  /** The label, such as “Float from”. */
  readonly words: string;
  /** The placeholder; the label by default. */
  readonly hint?: string;
  readonly value: string;
  readonly max?: number;
  readonly choose: (value: string) => void;
};

/** A field for a lower or upper bound. */
export function Bound({ words, hint = words, value, max, choose }: Props) {
  return (
    <label class="hinted">
      <span class="unseen">{words}</span>
      <input
        type="number"
        class="bound"
        min={0}
        max={max}
        step="any"
        placeholder={hint}
        value={value}
        onInput={(event) => choose(event.currentTarget.value)}
      />
      <Hint words={hint} />
    </label>
  );
}

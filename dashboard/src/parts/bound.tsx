import { Hint } from './hint.tsx';

type Props = {
  /** What is bounded, such as “Float from”. */
  readonly words: string;
  /** Shown while nothing is typed; the words unless said. */
  readonly hint?: string;
  readonly value: string;
  readonly most?: number;
  readonly choose: (value: string) => void;
};

/** A number from or up to which something is shown. */
export function Bound({ words, hint = words, value, most, choose }: Props) {
  return (
    <label class="hinted">
      <span class="unseen">{words}</span>
      <input
        type="number"
        class="bound"
        min={0}
        max={most}
        step="any"
        placeholder={hint}
        value={value}
        onInput={(event) => choose(event.currentTarget.value)}
      />
      <Hint words={hint} />
    </label>
  );
}

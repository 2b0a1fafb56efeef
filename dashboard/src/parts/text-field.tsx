import { Hint } from './hint.tsx';

type Props = {
  readonly words: string;
  readonly value: string;
  readonly choose: (value: string) => void;
};

/** A text filter for the shown rows. */
export function TextField({ words, value, choose }: Props) {
  return (
    <label class="words-field hinted">
      <span class="unseen">{words}</span>
      <input
        type="search"
        placeholder={words}
        autocomplete="off"
        spellcheck={false}
        value={value}
        onInput={(event) => choose(event.currentTarget.value)}
      />
      <Hint words={words} />
    </label>
  );
}

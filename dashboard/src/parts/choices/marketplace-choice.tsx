type Props = {
  /** The accessible label. */
  readonly words: string;
  readonly all: string;
  readonly chosen: string;
  readonly marketplaces: readonly string[] | undefined;
  readonly choose: (marketplace: string) => void;
};

/** One marketplace, or all of them as an empty text. */
export function MarketplaceChoice({ words, all, chosen, marketplaces, choose }: Props) {
  // A marketplace named in the URL stays selected even when it is not known yet
  const known = marketplaces ?? (chosen === '' ? [] : [chosen]);
  return (
    <label>
      <span class="unseen">{words}</span>
      <select value={chosen} onChange={(event) => choose(event.currentTarget.value)}>
        <option value="">{all}</option>
        {known.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
    </label>
  );
}

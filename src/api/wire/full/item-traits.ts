import Type from 'typebox';
import { type FilterWord, filterWords } from '../../../schema/index.ts';
import { OneOrMore } from '../one-or-more.ts';

const wordsOf = (word: FilterWord) =>
  Type.Optional(
    OneOrMore(Type.String({ minLength: 1, maxLength: 256 }), `As the parameter ${word} of GET /tape/catalogue`, 100),
  );

const words = Object.fromEntries(filterWords.map((word) => [word, wordsOf(word)])) as {
  [Word in FilterWord]: ReturnType<typeof wordsOf>;
};

/** What items must be, as a member of a request that can lack it. */
export const WireItemTraits = Type.Optional(
  Type.Object(
    {
      ...words,
      statTrak: Type.Optional(Type.Boolean({ description: 'true: only items that count kills; false: only others' })),
      souvenir: Type.Optional(Type.Boolean({ description: 'true: only souvenirs; false: only others' })),
    },
    {
      additionalProperties: false,
      description:
        'Only items that are this, by their names and what marketplaces tell of them, as in GET /tape/catalogue',
    },
  ),
);

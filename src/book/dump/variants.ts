import { knownEffects, phases, variantNamed, variantNumber } from '../../schema/index.ts';
import { type DumpPart, DumpUnfit, jsonPart, type PartSource } from './part.ts';

/** The numbers that the variants of a dump have in this process. */
export type Renumbering = {
  readonly isSame: boolean;
  readonly of: (number: number) => number;
};

/** Numbers depend on the order in which a process met the effects, so a dump names them. */
export const variantsPart = (): DumpPart => jsonPart('variants', knownEffects());

export async function loadVariants(reader: PartSource): Promise<Renumbering> {
  const first = phases.length + 1;
  const numbers = (await reader.json<readonly string[]>('variants')).map((text) => {
    const number = variantNumber(variantNamed(text));
    if (number < first) throw new DumpUnfit(`"${text}" is not an effect`);
    return number;
  });
  return {
    isSame: numbers.every((number, at) => number === at + first),
    of: (number) => (number < first ? number : (numbers[number - first] as number)),
  };
}

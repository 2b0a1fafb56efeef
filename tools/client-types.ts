import { compile, type JSONSchema } from 'json-schema-to-typescript';
import { createGameTypes, type Definitions } from './game-types.ts';

/** Converts the schemas of an API description to TypeScript types. */
export async function clientTypes(from: string, schemas: Definitions): Promise<string> {
  const byGame = createGameTypes(schemas);
  const definitions = JSON.parse(
    JSON.stringify(byGame.definitions).replaceAll('#/components/schemas/', '#/definitions/'),
  );
  const root: JSONSchema = { definitions, type: 'object', additionalProperties: false };
  const text = await compile(root, 'Root', {
    additionalProperties: false,
    bannerComment: `// Generated from ${from} by \`npm run docs\`\n\nimport type { Game, KnownIn } from '../game.ts';`,
    unreachableDefinitions: true,
    style: { singleQuote: true, printWidth: 120, trailingComma: 'all' },
  });
  return byGame
    .withParameters(text)
    .replace('export interface Root {}\n', '')
    .replace(
      /( \*\n)? \* This interface was referenced by `Root`'s JSON-Schema\n \* via the `definition` "[^"]*"\.\n/g,
      '',
    )
    .replace(/\/\*\*\n \*\/\n/g, '')
    .replace(/\/\*\*\n\s*\* ([^\n]*)\n\s*\*\//g, '/** $1 */');
}

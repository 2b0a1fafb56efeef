import { compile, type JSONSchema } from 'json-schema-to-typescript';

/** Converts the schemas of an API description to TypeScript types. */
export async function clientTypes(from: string, schemas: object): Promise<string> {
  const definitions = JSON.parse(JSON.stringify(schemas).replaceAll('#/components/schemas/', '#/definitions/'));
  const root: JSONSchema = { definitions, type: 'object', additionalProperties: false };
  const text = await compile(root, 'Root', {
    additionalProperties: false,
    bannerComment: `// Generated from ${from} by \`npm run docs\``,
    unreachableDefinitions: true,
    style: { singleQuote: true, printWidth: 120, trailingComma: 'all' },
  });
  return text
    .replace('export interface Root {}\n', '')
    .replace(
      /( \*\n)? \* This interface was referenced by `Root`'s JSON-Schema\n \* via the `definition` "[^"]*"\.\n/g,
      '',
    )
    .replace(/\/\*\*\n \*\/\n/g, '')
    .replace(/\/\*\*\n\s*\* ([^\n]*)\n\s*\*\//g, '/** $1 */');
}

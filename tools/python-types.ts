type Schema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly description?: string;
};

const plain: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'Number',
  boolean: 'bool',
  null: 'None',
  object: 'Dict[str, Any]',
};

const literal = (value: unknown): string =>
  value === null ? 'None' : typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value);

const either = (types: readonly string[]): string => {
  const [only] = types;
  return types.length === 1 && only !== undefined ? only : `Union[${types.join(', ')}]`;
};

function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return schema.$ref.replace(/^.*\//, '');
  if (schema.const !== undefined) return `Literal[${literal(schema.const)}]`;
  if (schema.enum !== undefined) return `Literal[${schema.enum.map(literal).join(', ')}]`;
  if (schema.anyOf !== undefined) return either(schema.anyOf.map(typeOf));
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  const named = types.map((type) =>
    type === 'array' ? `List[${schema.items === undefined ? 'Any' : typeOf(schema.items)}]` : (plain[type] ?? 'Any'),
  );
  return named.length === 0 ? 'Any' : either(named);
}

/** Uses calls, since some members are keywords in Python; optional members need a class on top. */
function typedDict(name: string, { properties = {}, required = [], description }: Schema): string {
  const members = (isRequired: boolean) =>
    Object.entries(properties)
      .filter(([member]) => required.includes(member) === isRequired)
      .map(
        ([member, schema]) =>
          `        ${JSON.stringify(member)}: ${JSON.stringify(typeOf(schema)).replaceAll('\\"', "'")},`,
      );
  const call = (of: string, isRequired: boolean, total: string) =>
    `${of} = TypedDict(\n    "${of}",\n    {\n${members(isRequired).join('\n')}\n    },${total}\n)\n`;
  const docText = description ?? `${name} as in the API description`;
  if (members(false).length === 0) return `# ${docText.split('\n').join(' ')}\n${call(name, true, '')}`;
  return [
    call(`_${name}Always`, true, ''),
    call(`_${name}Sometimes`, false, '\n    total=False,'),
    `\nclass ${name}(_${name}Always, _${name}Sometimes):\n    """${docText}"""\n`,
  ].join('');
}

const head = `# Generated from openapi.json and asyncapi.json by \`npm run docs\`

from typing import Any, Dict, List, Literal, TypedDict, Union

# Members named float would hide the type in a class
Number = float
`;

/** Converts the schemas of responses and messages to Python types. */
export function pythonTypes(described: readonly Readonly<Record<string, Schema>>[]): string {
  const all = new Map(described.flatMap((schemas) => Object.entries(schemas)));
  const typed = [...all].filter(([name, { type }]) => type === 'object' && !/Request$|^(New)?Alert/.test(name));
  return `${head}\n${typed.map(([name, schema]) => typedDict(name, schema)).join('\n')}`;
}

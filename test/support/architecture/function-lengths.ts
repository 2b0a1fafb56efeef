import { parseSync } from 'vite';

export type FunctionLength = { readonly name: string; readonly lines: number };

type Node = { readonly type: string; readonly start: number; readonly end: number; readonly [part: string]: unknown };

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string';

const functions = new Set(['ArrowFunctionExpression', 'FunctionExpression', 'FunctionDeclaration']);
const literals = new Set(['ObjectExpression', 'ArrayExpression', 'TemplateLiteral']);

/** The name that a declaration, property or method gives its function. */
const nameOf = (node: Node): string | undefined => {
  const named = node['id'] ?? node['key'] ?? node['left'];
  if (!isNode(named)) return undefined;
  const { name } = named;
  return typeof name !== 'string' ? undefined : named.type === 'PrivateIdentifier' ? `#${name}` : name;
};

/** Whether a call's callee is `it` or `describe`, in any of their forms: `it.each(…)`, `needing(…).it`. */
const isTest = (callee: unknown): boolean => {
  if (!isNode(callee)) return false;
  const { name, property, object } = callee;
  if (isNode(property)) return isTest(property) || isTest(object);
  return name === 'it' || name === 'describe' || isTest(callee['callee']) || isTest(callee['tag']);
};

const holdsFunction = (node: Node): boolean => functions.has(node.type) || childrenOf(node).some(holdsFunction);

/** A loop rather than array methods: it is called for every node of every source. */
function childrenOf(node: Node): Node[] {
  const children: Node[] = [];
  for (const name in node) {
    const part = node[name];
    if (Array.isArray(part)) children.push(...part.filter(isNode));
    else if (isNode(part)) children.push(part);
  }
  return children;
}

/** A function that only returns one big literal, with no functions in it, counts as a table. */
const isTable = ({ body }: Node): boolean => isNode(body) && literals.has(body.type) && !holdsFunction(body);

/** Every function of a source file with the number of its lines, nested ones included, but not those that list tests. */
export const functionLengths = (file: string, text: string): FunctionLength[] => {
  const { program, errors } = parseSync(file, text, { preserveParens: false });
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const found: FunctionLength[] = [];
  /** Whether it holds tests. */
  const visit = (node: Node, name: string): boolean => {
    const own = nameOf(node) ?? name;
    const index = found.length;
    const holdsTests = childrenOf(node).map((child) => visit(child, own));
    if (holdsTests.includes(true)) return true;
    if (functions.has(node.type) && !isTable(node))
      found.splice(index, 0, { name: own, lines: text.slice(node.start, node.end).split('\n').length });
    return isTest(node['callee']);
  };
  visit(program as unknown as Node, '');
  return found;
};

import type { TSchema } from 'typebox';
import { type ApiResponse, listOperations, type OpenApi, type Schema } from './document.ts';

/** Turns `a-b` or `a_b` into `AB`. */
export const toPascalCase = (text: string): string =>
  text.replaceAll(/(?:^|[-_])([a-z\d])/g, (_, letter: string) => letter.toUpperCase());

export const nameOptions = <Options extends TSchema>({
  id,
  options,
}: {
  id: string;
  options: Options;
}): Options => ({
  ...options,
  'x-name': `${toPascalCase(id)}Options`,
});

/** Moves every schema marked `x-name` into the components and puts a reference in its place. */
export function nameSchemas(document: OpenApi): void {
  const { schemas } = document.components;
  const replace = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(replace);
    if (typeof part !== 'object' || part === null) return part;
    const { 'x-name': name, ...schema } = part as Schema;
    const replaced = Object.fromEntries(
      Object.entries(schema).map(([key, value]) => [key, key === 'examples' ? value : replace(value)]),
    );
    if (typeof name !== 'string') return replaced;
    const { description, ...rest } = replaced;
    schemas[name] ??= rest;
    return { $ref: `#/components/schemas/${name}`, ...(description !== undefined && { description }) };
  };
  document.paths = replace(document.paths) as OpenApi['paths'];
  for (const [name, schema] of Object.entries(schemas)) schemas[name] = replace(schema) as Schema;
}

const readCodes = ({ description = '' }: ApiResponse): string[] =>
  [...description.matchAll(/(?<=`)\w+(?=`: )/g)].map(([code]) => code);

/** Moves every error response into the components, named by the codes it may carry, with an example. */
export function nameRefusals(document: OpenApi, showRefusal: (code: string) => object | undefined): void {
  const answers: Record<string, ApiResponse> = {};
  for (const [, operation] of listOperations(document))
    for (const [status, answer] of Object.entries(operation.responses)) {
      if (Number(status) < 400) continue;
      const codes = readCodes(answer);
      const name = codes.map(toPascalCase).join('Or');
      const shown = codes.map(code => [code, showRefusal(code)] as const).find(([, value]) => value);
      if (shown && answer.content)
        for (const content of Object.values(answer.content))
          content.examples = { [shown[0]]: { value: shown[1] } };
      answers[name] ??= answer;
      operation.responses[status] = { $ref: `#/components/responses/${name}` };
    }
  document.components.responses = answers;
}

/** Removes named schemas that nothing refers to. */
export function dropUnused(document: OpenApi): void {
  const { schemas } = document.components;
  for (let before = -1; before !== Object.keys(schemas).length; ) {
    before = Object.keys(schemas).length;
    const text = JSON.stringify(document);
    for (const name of Object.keys(schemas))
      if (!text.includes(`"#/components/schemas/${name}"`)) delete schemas[name];
  }
}

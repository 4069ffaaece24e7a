import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { OpenApi, Operation } from '../../src/http/openapi/document.ts';

const fetched = new Map<string, Promise<Described>>();
/**
 * Documents are found by their text without the service's address: most services have the same document, and compiling its
 * schemas takes longer than many tests.
 */
const prepared = new Map<string, Described>();

/** Returns the OpenAPI document at an address, fetched once. */
export function fetchDescribed(address: string): Promise<Described> {
  const found =
    fetched.get(address) ??
    fetch(address).then(async response => {
      const text = (await response.text()).replaceAll(new URL(address).origin, '');
      const described = prepared.get(text) ?? new Described(JSON.parse(text));
      prepared.set(text, described);
      return described;
    });
  fetched.set(address, found);
  return found;
}

/** The OpenAPI document of one service, prepared for checking responses. */
class Described {
  readonly document: OpenApi;
  readonly #ajv: Ajv2020;
  readonly #compiled = new Map<string, ValidateFunction>();

  constructor(document: OpenApi) {
    this.document = document;
    this.#ajv = new Ajv2020({ strict: false, allErrors: true });
    (formats as unknown as (ajv: Ajv2020) => void)(this.#ajv);
    // Objects in responses are closed: an undocumented field is an error.
    this.#ajv.addSchema({ $id: 'doc', ...document });
  }

  #operation(method: string, path: string): [string, Operation] | undefined {
    const wanted = path.split('?', 1)[0]!;
    // A literal path takes precedence over one with a parameter, as in the router.
    const named = ([pattern]: [string, unknown]) => pattern.split('{').length;
    const patterns = Object.entries(this.document.paths).sort((a, b) => named(a) - named(b));
    for (const [pattern, methods] of patterns) {
      const shape = new RegExp(`^${pattern.replace(/\{[^}]+\}/g, '[^/]+')}$`);
      const operation = methods[method.toLowerCase()];
      if (shape.test(wanted) && operation) return [pattern, operation];
    }
    return undefined;
  }

  /** Returns the documented path of a URL. */
  route(method: string, path: string): string | undefined {
    const found = this.#operation(method, path);
    return found && `${method} ${found[0]}`;
  }

  #check(name: string, pointer: string, body: unknown): void {
    const validate = this.#compiled.get(pointer) ?? this.#ajv.compile({ $ref: `doc#${pointer}` });
    this.#compiled.set(pointer, validate);
    if (!validate(body))
      throw new Error(
        `${name} is not as described: ${this.#ajv.errorsText(validate.errors)}\n${JSON.stringify(body)}`,
      );
  }

  /** Throws unless the document allows this response. */
  expect(method: string, path: string, status: number, body: unknown): void {
    const name = `${method} ${path} → ${status}`;
    const found = this.#operation(method, path);
    // An unknown path is answered with the error envelope.
    if (!found || [404, 405, 413, 415].includes(status) || (status === 400 && !found[1].responses['400'])) {
      this.#check(name, '/components/schemas/Error', body);
      return;
    }
    const [pattern, operation] = found;
    const response = operation.responses[String(status)];
    if (!response) throw new Error(`${name} is not described`);
    // Refusals are shared components; all have the same shape.
    if (response.$ref) {
      this.#check(name, '/components/schemas/Error', body);
      return;
    }
    if (!response.content) {
      if (body !== undefined) throw new Error(`${name} has a body that is not described`);
      return;
    }
    const escaped = (text: string) => text.replaceAll('~', '~0').replaceAll('/', '~1');
    this.#check(
      name,
      `/paths/${escaped(pattern)}/${method.toLowerCase()}/responses/${status}/content/${escaped('application/json')}/schema`
        .replaceAll('{', '%7B')
        .replaceAll('}', '%7D'),
      body,
    );
  }
}

import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { ApiError, type ErrorDetail } from './errors.ts';

export interface CheckSettings {
  /** Query strings are text: numbers and booleans are read from it. Bodies are never converted. */
  convert?: boolean;
  /** What the value is called in `details`, e.g. `options`. */
  at?: string;
}

const maxDetails = 20;

interface SchemaError {
  keyword: string;
  instancePath: string;
  params: Record<string, unknown>;
  message: string;
}

const pathOf = (at: string, pointer: string, child?: string): string =>
  [at, ...pointer.split('/').slice(1), ...(child === undefined ? [] : [child])]
    .filter(part => part !== '')
    .map(part => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.') || 'body';

function describe(at: string, error: SchemaError): ErrorDetail[] {
  const listed = (name: string) => (error.params[name] as string[] | undefined) ?? [];
  switch (error.keyword) {
    case 'additionalProperties':
      return listed('additionalProperties').map(name => ({
        path: pathOf(at, error.instancePath, name),
        message: 'is not a known field',
      }));
    case 'required':
      return listed('requiredProperties').map(name => ({
        path: pathOf(at, error.instancePath, name),
        message: 'is required',
      }));
    case 'enum':
      return [
        {
          path: pathOf(at, error.instancePath),
          message: `must be one of ${listed('allowedValues').join(', ')}`,
        },
      ];
    case 'const':
      return [
        {
          path: pathOf(at, error.instancePath),
          message: `must be ${JSON.stringify(error.params.allowedValue)}`,
        },
      ];
    case 'boolean':
      return [];
    default:
      return [{ path: pathOf(at, error.instancePath), message: error.message }];
  }
}

/** Compiles a schema once into a function that fills defaults and returns the value, or throws `validation_failed`. */
export function check<Schema extends TSchema>(
  schema: Schema,
  settings: CheckSettings = {},
): (value: unknown) => Static<Schema> {
  const at = settings.at ?? '';
  const compiled = Compile(schema);
  const says = JSON.stringify(schema);
  // Walking a value costs far more than checking it: only where there is something to be done on the way.
  const converts = settings.convert && /"type":(?!"(object|string)")|"\$ref"/.test(says);
  const fills = /"(default|\$ref)":/.test(says);
  return value => {
    const converted = converts ? compiled.Convert(value) : value;
    const filled = fills ? compiled.Default(converted) : converted;
    if (compiled.Check(filled)) return filled as Static<Schema>;
    const errors = compiled.Errors(filled) as unknown as SchemaError[];
    const details = errors.flatMap(error => describe(at, error)).slice(0, maxDetails);
    const [first] = details;
    throw new ApiError('validation_failed', {
      ...(first && { message: `${first.path} ${first.message}.` }),
      details,
    });
  };
}

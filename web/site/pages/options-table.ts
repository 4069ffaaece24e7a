/** The parts of a JSON Schema that the table of options shows. */
interface Schema {
  type?: string;
  title?: string;
  description?: string;
  default?: unknown;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
}

const code = (value: unknown): string =>
  `\`${typeof value === 'string' ? value || '""' : JSON.stringify(value)}\``;
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** Writes a range such as "1 to 100", "at least 1" or "at most 100". */
function writeRange(least: number | undefined, most: number | undefined, unit = ''): string {
  const show = (value: number) => value.toLocaleString('en');
  if (least !== undefined && most !== undefined) return ` ${show(least)} to ${show(most)}${unit}`;
  if (most !== undefined) return `, at most ${show(most)}${unit}`;
  return least === undefined ? '' : `, at least ${show(least)}${unit}`;
}

/** Describes the values that an option takes. */
function describeValues(schema: Schema): string {
  if (schema.const !== undefined) return code(schema.const);
  if (schema.enum) return schema.enum.map(code).join(' ');
  if (schema.anyOf) {
    const isObjects = schema.anyOf.every(({ properties }) => properties);
    return isObjects ? 'object' : schema.anyOf.map(describeValues).join(' or ').replaceAll('` or `', '` `');
  }
  switch (schema.type) {
    case 'integer':
    case 'number':
      return (
        schema.type +
        writeRange(schema.minimum, schema.maximum ?? schema.exclusiveMaximum) +
        (schema.exclusiveMinimum === undefined ? '' : `, above ${schema.exclusiveMinimum}`)
      );
    case 'string':
      return `string${writeRange(undefined, schema.maxLength, ' characters')}`;
    case 'array':
      return `list of ${describeValues(schema.items ?? {})}${writeRange(undefined, schema.maxItems, ' items')}`;
    default:
      return schema.type ?? 'any value';
  }
}

interface Row {
  name: string;
  schema: Schema;
  required: boolean;
}

/** Lists an object's properties, each followed by the properties of the objects in it. */
function listRows(schema: Schema, prefix = ''): Row[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, each]) => {
    const name = prefix + key;
    const required = (schema.required ?? []).includes(key) && each.default === undefined;
    const objects = each.anyOf?.filter(({ properties }) => properties) ?? [];
    return [
      { name, schema: each, required },
      ...listRows(each, `${name}.`),
      ...objects.flatMap(object => listRows(object, `${name}.`)),
      ...listRows(each.items ?? {}, `${name}[].`),
    ];
  });
}

/** Remarks on an option besides its description, by its name. */
export type Remarks = ReadonlyMap<string, string>;

function writeRow({ name, schema, required }: Row, remarks?: Remarks): string {
  const usual = schema.default === undefined ? '' : `<br>Default: ${code(schema.default)}`;
  const meaning = [schema.description ?? '', remarks?.get(name) ?? ''].join(' ').trim();
  return `| \`${name}\`${required ? '<br>required' : ''} | ${cell(describeValues(schema) + usual)} | ${cell(meaning)} |`;
}

const head = ['| Option | Values | Meaning |', '|---|---|---|'];

const writeTable = (rows: readonly Row[], remarks?: Remarks): string[] => [
  '<div class="options">',
  '',
  ...head,
  ...rows.map(row => writeRow(row, remarks)),
  '',
  '</div>',
];

/** Lists the kinds of objects in a list, such as the operations on an image, each with its own table. */
function listVariants(schema: Schema): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, each]) =>
    (each.items?.anyOf ?? [])
      .filter(({ properties }) => properties)
      .flatMap(variant => {
        const [key, fixed] =
          Object.entries(variant.properties!).find(([, value]) => value.const !== undefined) ?? [];
        const rows = listRows(variant).filter(row => row.name !== key);
        const title = `### \`${name}\` with \`${key}: ${JSON.stringify(fixed?.const)}\``;
        return [title, '', ...(rows.length > 0 ? writeTable(rows) : ['It has no settings.']), ''];
      }),
  );
}

/** Writes the options of a job type as tables, from its JSON Schema. */
export function writeOptions(options: object, remarks?: Remarks): string {
  const rows = listRows(options as Schema);
  if (rows.length === 0) return 'This job type has no options.';
  return [...writeTable(rows, remarks), '', ...listVariants(options as Schema)].join('\n');
}

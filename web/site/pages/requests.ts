import type { JobType } from '../../../src/jobs/job-type.ts';
import { findBase64File } from '../examples/base64.ts';
import type { Example } from '../examples/chosen.ts';

/** Quotes a word for a shell, if it needs it. */
const quote = (text: string): string =>
  /^[\w./:@%+,=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

const isPlain = (value: unknown): boolean => typeof value !== 'object';

/** Pairs each file with its field: its role, or `file`. */
export function nameFields({ roles }: JobType, { inputs }: Example): [field: string, file: string][] {
  const last = roles?.at(-1);
  return inputs.map((file, index) => [
    inputs.length === 1 ? 'file' : (roles?.[index]?.name ?? (last?.many ? last.name : 'file')),
    file,
  ]);
}

/** Writes the request with curl. Lists and objects are sent as JSON in the field `options`. */
export function writeCurl(job: JobType, example: Example): string {
  const options = Object.entries(example.options);
  const fields = [
    ...nameFields(job, example)
      .map(([field, file]) => `${field}=@${file}`)
      .map(quote),
    ...(options.every(([, value]) => isPlain(value))
      ? options.map(([name, value]) => [name, value] as const)
      : [['options', JSON.stringify(example.options)] as const]
    ).map(([name, value]) => {
      const file = findBase64File(value);
      return file ? `"${name}=$(base64 -w0 ${file})"` : quote(`${name}=${value}`);
    }),
  ];
  return [
    `curl --fail-with-body $API/run/${job.id}`,
    '-H "$AUTH"',
    ...fields.map(field => `-F ${field}`),
    `-o ${example.output}`,
  ].join(' \\\n  ');
}

const nameFlag = (name: string): string =>
  `--${name.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`;

function writeFlag([name, value]: [string, unknown]): string {
  if (value === true) return nameFlag(name);
  if (value === false) return nameFlag(name).replace('--', '--no-');
  const file = findBase64File(value);
  if (file) return `${nameFlag(name)} "$(base64 -w0 ${file})"`;
  if (name === 'outputFormat') return `--to ${quote(String(value))}`;
  const isList =
    Array.isArray(value) && value.every(isPlain) && value.every(item => !String(item).includes(','));
  const text = isList ? value.join(',') : isPlain(value) ? String(value) : JSON.stringify(value);
  return `${nameFlag(name)} ${quote(text)}`;
}

/** Writes the command. Several results go into a folder. */
export function writeCommand(job: JobType, example: Example): string {
  const { inputs, options, output, isMany } = example;
  const [first, ...more] = nameFields(job, example);
  // A job type that needs one file takes the others by flags.
  const others =
    job.inputs === 'many'
      ? inputs.slice(1)
      : more.map(
          ([role, file]) => `${nameFlag(role in job.options.properties ? `${role}File` : role)} ${file}`,
        );
  return [
    `filemill ${job.verb?.name ?? `run ${job.id}`}`,
    first![1],
    ...others,
    ...Object.entries(options).map(writeFlag),
    `-o ${isMany ? output.replace(/\.zip$/, '/') : output}`,
  ].join(' ');
}

/** Writes a value as JavaScript with the quotes and keys that people write. */
function writeJavaScriptValue(value: unknown): string {
  const file = findBase64File(value);
  if (file) return `readFileSync('${file}', 'base64')`;
  if (typeof value === 'string')
    return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;
  if (Array.isArray(value)) return `[${value.map(writeJavaScriptValue).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const entries = Object.entries(value).map(
    ([key, each]) => `${/^\w+$/.test(key) ? key : `'${key}'`}: ${writeJavaScriptValue(each)}`,
  );
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}

/** Writes a program for Node, Bun or Deno. */
export function writeJavaScript(job: JobType, example: Example): string {
  const { inputs, options, output, isMany } = example;
  const settings = writeJavaScriptValue({
    type: job.id,
    ...(Object.keys(options).length > 0 && { options }),
  });
  const hasRoles = inputs.length > 1 && job.roles && !job.roles.at(-1)?.many;
  const files = hasRoles
    ? writeJavaScriptValue(Object.fromEntries(nameFields(job, example)))
    : writeJavaScriptValue(inputs);
  const call = inputs.length > 1 ? `combine(${files}, ${settings})` : `convert('${inputs[0]}', ${settings})`;
  const save = isMany ? `(await result.archive()).saveTo('${output}')` : `result.saveTo('${output}')`;
  const reads = settings.includes('readFileSync') ? "import { readFileSync } from 'node:fs';\n" : '';
  return `${reads}import { Filemill } from '@filemill/client';

const filemill = new Filemill({
  baseUrl: process.env.FILEMILL_URL,
  apiKey: process.env.FILEMILL_API_KEY,
});
const result = await filemill.${call};
await ${save};`;
}

const writePythonValue = (value: unknown): string =>
  JSON.stringify(value).replaceAll(
    /("(?:[^"\\]|\\.)*")|\b(true|false|null)\b|([,:])/g,
    (all, text, word, mark) =>
      text ??
      (word ? { true: 'True', false: 'False', null: 'None' }[word as 'true'] : mark ? `${mark} ` : all),
  );

/** Writes a program for Python with the library requests. */
export function writePython(job: JobType, example: Example): string {
  const options = Object.entries(example.options);
  const isFlat = options.every(([, value]) => isPlain(value));
  const writeValue = (value: unknown) => {
    const file = findBase64File(value);
    return file ? `base64.b64encode(open("${file}", "rb").read())` : writePythonValue(String(value));
  };
  const data = isFlat
    ? `{${options.map(([name, value]) => `"${name}": ${writeValue(value)}`).join(', ')}}`
    : `{"options": json.dumps(${writePythonValue(example.options)})}`;
  const files = nameFields(job, example).map(([field, file]) => `("${field}", open("${file}", "rb"))`);
  return `${data.includes('b64encode') ? 'import base64\n' : ''}${isFlat ? '' : 'import json\n'}import os
import requests

answer = requests.post(
    os.environ["FILEMILL_URL"] + "/api/public/run/${job.id}",
    headers={"Authorization": "Bearer " + os.environ["FILEMILL_API_KEY"]},
    files=[${files.join(', ')}],${options.length > 0 ? `\n    data=${data},` : ''}
)
answer.raise_for_status()
with open("${example.output}", "wb") as result:
    result.write(answer.content)`;
}

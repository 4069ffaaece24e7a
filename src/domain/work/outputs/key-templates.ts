import { invalid } from '../../../contract/errors.ts';
import { keyPlaceholders, type Output } from '../../../contract/schemas/connection.ts';
import type { Database } from '../../../db/database.ts';
import type { Place } from '../../../db/tables/outputs.ts';
import { FreeNames } from '../../../text.ts';
import { findConnection } from '../../files/connections/connections.ts';

type Placeholder = keyof typeof keyPlaceholders;

const pattern = /\{([^{}]*)\}/g;

/** Refuses unknown placeholders, and incomplete ones, in the template of a key. */
function requireKnown(template: string): void {
  const names = Object.keys(keyPlaceholders);
  const unknown = [...template.matchAll(pattern)].find(([, name]) => !names.includes(name ?? ''));
  if (unknown)
    throw invalid(
      'output.key',
      `\`output.key\` has the placeholder ${unknown[0]}; there are ${names.map(name => `{${name}}`).join(', ')}.`,
    );
  if (/[{}]/.test(template.replaceAll(pattern, '')))
    throw invalid(
      'output.key',
      '`output.key` has a brace without its counterpart. A placeholder is, for example, {name}.',
    );
}

/** Checks the place that a request names for its results, and finds its connection. Returns it as it is stored. */
export async function prepareOutput(
  db: Database,
  workspaceId: string,
  { connection, key }: Output,
): Promise<Place> {
  requireKnown(key);
  return { connection: (await findConnection(db, workspaceId, connection)).id, key };
}

/** The field that has a template, for messages. */
export interface KeyField {
  path: string;
  name: string;
}

const ownKey: KeyField = { path: 'output.key', name: '`output.key`' };

/** Refuses a template that makes the same key for every input. */
export function requireNamedKeys(template: string, { path, name }: KeyField = ownKey): void {
  if (!/\{(name|id)\}/.test(template))
    throw invalid(path, `${name} must contain {name} or {id}, because there are several inputs.`);
}

/** Refuses a template that gives the results of several inputs the same key, so that none replaces another. */
export function requireDifferentKeys(
  template: string,
  filenames: readonly string[],
  field: KeyField = ownKey,
): void {
  if (template.includes('{id}') || filenames.length < 2) return;
  requireNamedKeys(template, field);
  const seen = new Set<string>();
  for (const filename of filenames) {
    const { name } = divideName(filename);
    if (seen.has(name))
      throw invalid(
        field.path,
        `Two inputs are named ${name}: add {id} to ${field.name}, so that neither result replaces the other.`,
      );
    seen.add(name);
  }
}

/** A file whose key is made. */
interface NamedFile {
  filename: string;
  /** Its number, from 0. */
  index: number;
}

const unsafe = /[/\\\u0000-\u001f\u007f]/g;

/** Makes text safe as a part of a key: it adds no folder and does not lead out of one. */
const makeSafe = (text: string): string => text.replaceAll(unsafe, '_').replace(/^\.+$/, '_');

/** Divides a name at its last dot. A leading dot begins no extension. */
function divideName(filename: string): { name: string; ext: string } {
  const dot = filename.lastIndexOf('.');
  return dot > 0
    ? { name: filename.slice(0, dot), ext: filename.slice(dot + 1) }
    : { name: filename, ext: '' };
}

function fillKey(template: string, { filename, index }: NamedFile, about: { id: string; at: Date }): string {
  const values: Record<Placeholder, string> = {
    ...divideName(makeSafe(filename)),
    index: String(index + 1),
    date: about.at.toISOString().slice(0, 10),
    id: about.id,
  };
  const filled = template.replaceAll(pattern, (_, name: Placeholder) => values[name]);
  // A name without an extension leaves the dot before `{ext}`, and a part that is empty or only dots must not change the folder.
  return filled
    .split('/')
    .map(part => part.replace(/\.$/, '') || '_')
    .map(makeSafe)
    .join('/');
}

/** Makes the keys of all files of a result. Files that would have the same key get a number, so that none replaces another. */
export function fillKeys(
  template: string,
  files: readonly NamedFile[],
  about: { id: string; at: Date },
): string[] {
  const names = new FreeNames();
  return files.map(file => {
    const key = fillKey(template, file, about);
    const folder = key.slice(0, key.lastIndexOf('/') + 1);
    const { name, ext } = divideName(key.slice(folder.length));
    return names.take(key, n => `${folder}${name}-${n}${ext && `.${ext}`}`);
  });
}

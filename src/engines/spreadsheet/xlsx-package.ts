import { openEntry } from '../../containers/read-zip.ts';
import { JobFailure } from '../../contract/failure.ts';
import { findAttribute, type Tag, walkTags } from '../../markup/tags.ts';
import { textAfterLast } from '../../text.ts';

const maxPart = 64 * 1024 * 1024;

/** Reads the start tags of a part, and its end tags too if asked for. */
export async function readTags(path: string, part: string, withEnds = false): Promise<Tag[]> {
  const chunks = await openEntry(path, part);
  const tags: Tag[] = [];
  let size = 0;
  if (!chunks) return tags;
  const counted = (async function* () {
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > maxPart) throw new JobFailure('limit_exceeded', `xlsx: ${part} is too large`);
      yield chunk;
    }
  })();
  for await (const tag of walkTags(counted, tag => tag)) if (withEnds || !tag.ends) tags.push(tag);
  return tags;
}

function resolvePath(folder: string, target: string): string {
  const parts: string[] = [];
  for (const part of (/^[\\/]/.test(target) ? target : `${folder}/${target}`).split(/[\\/]/)) {
    if (part === '..') parts.pop();
    else if (part && part !== '.') parts.push(part);
  }
  return parts.join('/');
}

interface Relation {
  id: string;
  type: string;
  target: string;
}
export async function readRelations(
  path: string,
  folder: string,
  name: string,
  own: (part: string) => string,
): Promise<Relation[]> {
  const tags = await readTags(path, own(`${folder ? `${folder}/` : ''}_rels/${name}.rels`));
  return tags
    .filter(tag => tag.name === 'Relationship')
    .map(({ attributes }) => ({
      id: findAttribute(attributes, 'Id') ?? '',
      type: textAfterLast(findAttribute(attributes, 'Type') ?? '', '/'),
      target: resolvePath(folder, findAttribute(attributes, 'Target') ?? ''),
    }));
}

/** Returns a function that finds a part by its name, without regard to case and the kind of slash. */
export function makeFinder(entries: readonly string[]): (part: string) => string {
  const names = new Map(entries.map(name => [name.replaceAll('\\', '/').toLowerCase(), name]));
  return part => names.get(part.toLowerCase()) ?? part;
}

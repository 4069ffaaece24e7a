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
  /** The address as it is written, which may be on the web. */
  address: string;
  /** The name of the part at this address. */
  target: string;
}

/** Reads the relations of a part; without a name, those of the package. `own` finds parts by their names. */
export async function readRelations(
  path: string,
  part: string,
  own: (part: string) => string,
): Promise<Relation[]> {
  const folders = part.split('/');
  const name = folders.pop();
  const tags = await readTags(path, own([...folders, '_rels', `${name}.rels`].join('/')));
  return tags
    .filter(tag => tag.name === 'Relationship')
    .map(({ attributes }) => {
      const address = findAttribute(attributes, 'Target') ?? '';
      return {
        id: findAttribute(attributes, 'Id') ?? '',
        type: textAfterLast(findAttribute(attributes, 'Type') ?? '', '/'),
        address,
        target: resolvePath(folders.join('/'), address),
      };
    });
}

/** Returns a function that finds a part by its name, without regard to case and the kind of slash. */
export function makeFinder(entries: readonly string[]): (part: string) => string {
  const names = new Map(entries.map(name => [name.replaceAll('\\', '/').toLowerCase(), name]));
  return part => names.get(part.toLowerCase()) ?? part;
}

import { findEvents } from './read-ass.ts';
import { moveTime, type Retiming } from './retime.ts';
import { readTime, writeTime } from './times.ts';

/** Moves the events of an ASS file in time and leaves everything else as it is. */
export function retimeAss(text: string, retiming: Retiming): string {
  const moved = new Map<string, string>();
  for (const { line, fields, names } of findEvents(text)) {
    const changed = fields.map((field, at) => {
      const time = names[at] === 'start' || names[at] === 'end' ? readTime(field) : undefined;
      return time === undefined ? field : writeTime(Math.max(0, moveTime(time, retiming)), '.', 2, 1);
    });
    moved.set(line, `Dialogue: ${changed.join(',').trim()}`);
  }
  return text
    .split(/\r?\n/)
    .map(line => moved.get(line) ?? line)
    .join('\n');
}

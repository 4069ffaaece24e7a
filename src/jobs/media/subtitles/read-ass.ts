import { type Cue, escapeText, type Subtitles } from './cue.ts';
import { readTime } from './times.ts';

/** Finds the fields of events, in their order, and each event line. */
export function* findEvents(text: string): Generator<{ line: string; fields: string[]; names: string[] }> {
  let names = 'layer,start,end,style,name,marginl,marginr,marginv,effect,text'.split(',');
  let isInEvents = false;
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith('[')) isInEvents = /^\[events\]/i.test(line);
    else if (isInEvents && /^format:/i.test(line))
      names = line
        .slice(7)
        .split(',')
        .map(name => name.trim().toLowerCase());
    else if (isInEvents && /^dialogue:/i.test(line)) {
      const parts = line.slice(9).split(',');
      // Commas within the text belong to it, which is the last field.
      const fields = [...parts.slice(0, names.length - 1), parts.slice(names.length - 1).join(',')];
      yield { line, fields, names };
    }
  }
}

const marks: Record<string, string> = { i: 'i', b: 'b', u: 'u' };

/** Turns overrides such as `{\i1}` into marks, and leaves drawings out. */
function readOverrides(text: string): { text: string; isIncomplete: boolean } {
  let isIncomplete = false;
  let isDrawing = false;
  let open: string[] = [];
  const read = text.split(/\{([^}]*)\}/).map((part, at) => {
    if (at % 2 === 0)
      return isDrawing ? '' : escapeText(part.replaceAll(/\\N|\\n/g, '\n').replaceAll('\\h', ' '));
    return [...part.matchAll(/\\([a-zA-Z]+)([^\\]*)/g)]
      .map(([, name = '', value = '']) => {
        const mark = marks[name];
        if (name === 'p') isDrawing = Number(value) > 0;
        if (name === 'r') {
          const closed = open.reverse().map(each => `</${each}>`);
          open = [];
          return closed.join('');
        }
        if (!mark) {
          isIncomplete = true;
          return '';
        }
        const isOn = Number(value) > 0;
        if (isOn === open.includes(mark)) return '';
        open = isOn ? [...open, mark] : open.filter(each => each !== mark);
        return isOn ? `<${mark}>` : `</${mark}>`;
      })
      .join('');
  });
  const text_ =
    read.join('') +
    open
      .reverse()
      .map(each => `</${each}>`)
      .join('');
  return { text: text_.trim(), isIncomplete: isIncomplete || isDrawing };
}

export function readAss(text: string): Subtitles {
  const cues: Cue[] = [];
  let isIncomplete = false;
  for (const { fields, names } of findEvents(text)) {
    const [start, end] = ['start', 'end'].map(name => readTime(fields[names.indexOf(name)] ?? ''));
    const read = readOverrides(fields[names.indexOf('text')] ?? '');
    isIncomplete ||= read.isIncomplete;
    if (start !== undefined && end !== undefined && read.text) cues.push({ start, end, text: read.text });
  }
  // Events may stand in any order; files of other formats are read from the top.
  return { cues: cues.sort((a, b) => a.start - b.start), isIncomplete };
}

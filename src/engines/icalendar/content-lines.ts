import iconv from 'iconv-lite';

/** One line of a calendar or a card: `NAME;PARAMETER=VALUE:value`. */
export interface Property {
  name: string;
  parameters: Record<string, string>;
  value: string;
}

/** One `BEGIN:X` … `END:X`. */
export interface Component {
  name: string;
  properties: Property[];
  components: Component[];
}

/** The deepest nesting of components. */
const deepest = 20;

/** Joins folded lines: a line that begins with a blank, or follows a soft break of quoted-printable, continues. */
function unfold(text: string): string[] {
  const lines: string[] = [];
  let isSoft = false;
  for (const line of text.split(/\r\n|\n|\r/)) {
    const last = lines.length - 1;
    if (isSoft && last >= 0) lines[last] = `${lines[last]?.slice(0, -1)}${line}`;
    else if (/^[ \t]/.test(line) && last >= 0) lines[last] += line.slice(1);
    else lines.push(line);
    isSoft = /^[^:]*ENCODING=QUOTED-PRINTABLE[^:]*:/i.test(lines.at(-1) ?? '') && line.endsWith('=');
  }
  return lines;
}

function decodeQuotedPrintable(value: string, charset: string): string {
  const bytes = Buffer.from(
    value.replace(/=([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );
  return iconv.decode(bytes, iconv.encodingExists(charset) ? charset : 'utf-8');
}

function readProperty(line: string): Property | undefined {
  const found = /^(?:[\w-]+\.)?([\w-]+)((?:;(?:[^":;]|"[^"]*")*)*):(.*)$/s.exec(line);
  if (!found) return undefined;
  const [, name = '', rest = '', raw = ''] = found;
  const parameters: Record<string, string> = {};
  for (const part of rest.match(/;(?:[^";]|"[^"]*")+/g) ?? []) {
    const [key = '', ...values] = part.slice(1).split('=');
    const value = values.join('=').replaceAll('"', '');
    // Version 2.1 of vCard has types without a name.
    const [named, given] = values.length > 0 ? [key.toUpperCase(), value] : ['TYPE', key];
    parameters[named] = parameters[named] ? `${parameters[named]},${given}` : given;
  }
  const isQuoted =
    /^quoted-printable$/i.test(parameters.ENCODING ?? '') || /quoted-printable/i.test(parameters.TYPE ?? '');
  const value = isQuoted ? decodeQuotedPrintable(raw, parameters.CHARSET ?? 'utf-8') : raw;
  return { name: name.toUpperCase(), parameters, value };
}

/** Reads the components of a file. `isWhole` is false if one is never closed. */
export function readComponents(text: string): { components: Component[]; isWhole: boolean } {
  const root: Component = { name: '', properties: [], components: [] };
  const open = [root];
  for (const line of unfold(text)) {
    const property = readProperty(line);
    if (!property) continue;
    const inner = open.at(-1) ?? root;
    if (property.name === 'BEGIN' && open.length <= deepest) {
      const component = { name: property.value.trim().toUpperCase(), properties: [], components: [] };
      inner.components.push(component);
      open.push(component);
    } else if (property.name === 'END') {
      if (open.length > 1) open.pop();
    } else inner.properties.push(property);
  }
  return { components: root.components, isWhole: open.length === 1 };
}

/** Undoes the escapes of text values. */
export const unescapeText = (value: string): string =>
  value.replace(/\\([nN,;:\\"])/g, (_, sign: string) => (/n/i.test(sign) ? '\n' : sign));

/** Splits a value of several fields at separators that are not escaped. */
export const splitValue = (value: string, separator: ';' | ','): string[] =>
  (value.match(separator === ';' ? /(?:\\.|[^;\\])*(?:;|$)/gs : /(?:\\.|[^,\\])*(?:,|$)/gs) ?? [])
    .slice(0, -1)
    .map(part => unescapeText(part.endsWith(separator) ? part.slice(0, -1) : part));

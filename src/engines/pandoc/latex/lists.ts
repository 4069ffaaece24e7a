const counters: Record<string, string> = { arabic: '1', alph: 'a', Alph: 'A', roman: 'i', Roman: 'I' };
const counter = /\\(arabic|alph|Alph|roman|Roman)(?:\*|\{enum[iv]+\})/;
/** The ways in which a numbered list says how its items are labelled. */
const labelled =
  /(\\begin\{enumerate\})(?:\[[^\]]*?label=\{?((?:[^\],{}]|\{[^{}]*\})*)[^\]]*?\]|\s*\\def\\labelenum[iv]+\{((?:[^{}]|\{[^{}]*\})*)\})/g;

/** Rewrites the labels of numbered lists in the one way that Pandoc reads, as in [(a)]. */
export const simplifyLabels = (text: string): string =>
  text.replace(labelled, (given, begin: string, option?: string, defined?: string) => {
    const label = option ?? defined ?? '';
    const start = /start=(\d+)/.exec(given)?.[1];
    const sample = label.replace(counter, (_, name: string) => counters[name]!);
    const shown = /^\(?[1aAiI][.)]?$/.test(sample) ? `[${sample}]` : '';
    return `${begin}${shown}${start ? `\\setcounter{enumi}{${Number(start) - 1}}` : ''}`;
  });

const listPart = /\\(?:(begin|end)\{([A-Za-z]+\*?)\}|item\s*\[((?:[^[\]{}]|\{[^{}]*\})*)\])/g;
const lists = new Set(['itemize', 'enumerate', 'compactitem', 'compactenum']);

/** Makes labels that an item has of its own part of its text: Pandoc reads them only in descriptions. */
export function keepOwnLabels(text: string): string {
  const open: string[] = [];
  return text.replace(listPart, (given, edge?: string, name?: string, label?: string) => {
    if (edge === 'begin') open.push(name!);
    else if (edge === 'end') open.pop();
    else if (label?.trim() && lists.has(open.at(-1) ?? '')) return `\\item ${label} `;
    return given;
  });
}

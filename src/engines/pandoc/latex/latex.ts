import { type PandocDocument, walkNodes } from '../syntax-tree.ts';
import { spellAlgorithms } from './algorithms.ts';
import { simplifyEnvironments } from './environments.ts';
import { simplifyReferences } from './references.ts';
import { simplifyTables } from './tables.ts';
import { holdLiterals, releaseLiterals } from './verbatim.ts';

/** Signs of text that Pandoc's LaTeX reader does not know and would drop without a word. */
const signs: Record<string, string> = {
  textbar: '|',
  textdegree: '°',
  degree: '°',
  textmu: 'µ',
  textcelsius: '℃',
  textohm: 'Ω',
  texteuro: '€',
  EUR: '€',
  textsterling: '£',
  textyen: '¥',
  textcent: '¢',
  textflorin: 'ƒ',
  textcurrency: '¤',
  textcopyright: '©',
  textregistered: '®',
  texttrademark: '™',
  textservicemark: '℠',
  textsection: '§',
  textparagraph: '¶',
  dag: '†',
  ddag: '‡',
  textdagger: '†',
  textdaggerdbl: '‡',
  textbullet: '•',
  textperiodcentered: '·',
  textellipsis: '…',
  textendash: '–',
  textemdash: '—',
  textquotesingle: "'",
  textquotedbl: '"',
  quotedblbase: '„',
  quotesinglbase: '‚',
  guillemotleft: '«',
  guillemotright: '»',
  guillemetleft: '«',
  guillemetright: '»',
  guilsinglleft: '‹',
  guilsinglright: '›',
  textexclamdown: '¡',
  textquestiondown: '¿',
  SS: 'ẞ',
  dh: 'ð',
  DH: 'Ð',
  th: 'þ',
  TH: 'Þ',
  dj: 'đ',
  DJ: 'Đ',
  ng: 'ŋ',
  NG: 'Ŋ',
  textonehalf: '½',
  textonequarter: '¼',
  textthreequarters: '¾',
  textonesuperior: '¹',
  texttwosuperior: '²',
  textthreesuperior: '³',
  textpm: '±',
  texttimes: '×',
  textdiv: '÷',
  textminus: '−',
  textfractionsolidus: '⁄',
  textlnot: '¬',
  textsurd: '√',
  textnumero: '№',
  textreferencemark: '※',
  textestimated: '℮',
  textperthousand: '‰',
  textleftarrow: '←',
  textrightarrow: '→',
  textuparrow: '↑',
  textdownarrow: '↓',
  textordmasculine: 'º',
  textordfeminine: 'ª',
  textvisiblespace: '␣',
  textasteriskcentered: '*',
  textbrokenbar: '¦',
  textdollar: '\\$',
  textunderscore: '\\_',
  textbraceleft: '\\{',
  textbraceright: '\\}',
  checkmark: '✓',
  LaTeXe: 'LaTeX2e',
  XeTeX: 'XeTeX',
  LuaTeX: 'LuaTeX',
  BibTeX: 'BibTeX',
};
/** Spaces and line breaks: without them the words beside them would become one. */
const spaces = [
  'quad',
  'qquad',
  'enspace',
  'thinspace',
  'nobreakspace',
  'space',
  'hfill',
  'newline',
  'linebreak',
];
/** Boxes and decorations, with the number of their arguments, of which the last is the text. */
const boxes: Record<string, number> = {
  ...{ fbox: 1, framebox: 1, path: 1, so: 1, st: 1, hl: 1, xout: 1 },
  ...{ raisebox: 2, rotatebox: 2, scalebox: 2, resizebox: 3, colorbox: 2, fcolorbox: 3, ce: 1 },
  ...{ keywords: 1, email: 1, affil: 1, affiliation: 1, address: 1, institution: 1 },
};

/** Definitions of commands that Pandoc does not know; those of the document itself replace them. */
const definitions = [
  ...Object.entries(signs).map(([name, sign]) => `\\newcommand{\\${name}}{${sign}}`),
  ...spaces.map(name => `\\newcommand{\\${name}}{\\ }`),
  ...Object.entries(boxes).map(([name, count]) => `\\newcommand{\\${name}}[${count}]{#${count}}`),
  // Pandoc's own writer begins lists with it.
  '\\newcommand{\\tightlist}{}',
].join('');

const counters: Record<string, string> = { arabic: '1', alph: 'a', Alph: 'A', roman: 'i', Roman: 'I' };
const counter = /\\(arabic|alph|Alph|roman|Roman)(?:\*|\{enum[iv]+\})/;
/** The ways in which a numbered list says how its items are labelled. */
const labelled =
  /(\\begin\{enumerate\})(?:\[[^\]]*?label=\{?((?:[^\],{}]|\{[^{}]*\})*)[^\]]*?\]|\s*\\def\\labelenum[iv]+\{((?:[^{}]|\{[^{}]*\})*)\})/g;

/** Rewrites the labels of numbered lists in the one way that Pandoc reads, as in [(a)]. */
const simplifyLabels = (text: string): string =>
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
function keepOwnLabels(text: string): string {
  const open: string[] = [];
  return text.replace(listPart, (given, edge?: string, name?: string, label?: string) => {
    if (edge === 'begin') open.push(name!);
    else if (edge === 'end') open.pop();
    else if (label?.trim() && lists.has(open.at(-1) ?? '')) return `\\item ${label} `;
    return given;
  });
}

/** Makes a LaTeX file such that Pandoc reads all of its text. */
export function makeLatexReadable(source: string): string {
  const { text, parts } = holdLiterals(source);
  const simple = simplifyReferences(simplifyTables(simplifyEnvironments(spellAlgorithms(text))));
  const readable = keepOwnLabels(simplifyLabels(simple))
    .replace(/\\hspace\*?\{[^{}]*\}/g, '\\ ')
    // The title of a slide would be joined to its text.
    .replace(/(\\begin\{frame\}(?:<[^>]*>)?(?:\[[^\]]*\])?)\{/g, '$1\n\n\\subsection*{')
    .replace(/(\\begin\{thebibliography\})\{[^{}]*\}/g, '$1')
    .replace(/\\bibitem(?:\[[^\]]*\])?\{([^{}]*)\}/g, '\n\n[$1] ');
  return definitions + releaseLiterals(readable, parts);
}

interface Citation {
  citationId: string;
  citationSuffix: unknown[];
}

/** Writes citations as the keys of their works in brackets, as the works themselves are listed. */
export function spellCitations(document: PandocDocument): void {
  for (const { t, c } of walkNodes(document.blocks)) {
    if (t !== 'Cite') continue;
    const cited = (c as [Citation[], unknown[]])[0];
    const parts = cited.flatMap(({ citationId, citationSuffix: suffix }, index) => [
      { t: 'Str', c: `${index ? ', ' : ''}${citationId}` },
      ...(suffix.length ? [{ t: 'Str', c: ', ' }, ...suffix] : []),
    ]);
    (c as unknown[])[1] = [{ t: 'Str', c: '[' }, ...parts, { t: 'Str', c: ']' }];
  }
}

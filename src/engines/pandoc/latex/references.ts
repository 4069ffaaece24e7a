import { rewriteUses, withoutDefined } from './arguments.ts';

/** The words that cleveref writes before the number of a label, by the usual beginning of its name. */
const kinds: Record<string, string> = {
  sec: 'section',
  subsec: 'section',
  ch: 'chapter',
  chap: 'chapter',
  app: 'appendix',
  fig: 'figure',
  tab: 'table',
  tbl: 'table',
  eq: 'equation',
  alg: 'algorithm',
  thm: 'theorem',
  lem: 'lemma',
  def: 'definition',
  lst: 'listing',
};

const counts = new Map([
  ...['cref', 'cref*', 'Cref', 'Cref*', 'vref', 'Vref', 'labelcref', 'fref', 'Fref', 'cpageref'].map(
    name => [name, 1] as const,
  ),
  ...['makebox', 'framebox', 'marginpar', 'marginnote', 'sidenote', 'todo'].map(name => [name, 1] as const),
  ['IEEEPARstart', 2],
]);
const boxes = new Set(['makebox', 'framebox']);
const besideText = new Set(['marginpar', 'marginnote', 'sidenote', 'todo']);

/** Writes references of cleveref, notes in the margin and boxes as commands that Pandoc knows. */
export function simplifyReferences(text: string): string {
  // The words are those of English, in which most texts without another language are.
  const isEnglish = !/\\(?:usepackage\s*(?:\[[^\]]*\])?\s*\{(?:babel|polyglossia)\}|setmainlanguage)/.test(
    text,
  );
  return rewriteUses(text, withoutDefined(counts, text), ({ name, given }) => {
    if (name === 'IEEEPARstart') return given.join('');
    if (boxes.has(name)) return given[0]!;
    if (besideText.has(name)) return `\\footnote{${given[0]}}`;
    const labels = given[0]!.split(',').map(label => label.trim());
    const references = labels.map(label => {
      const kind = isEnglish && name !== 'labelcref' ? kinds[label.split(':')[0]!.toLowerCase()] : undefined;
      const shown = kind && /^[CVF]/.test(name) ? kind[0]!.toUpperCase() + kind.slice(1) : kind;
      return `${shown ? `${shown}~` : ''}\\ref{${label}}`;
    });
    return references.join(', ');
  });
}

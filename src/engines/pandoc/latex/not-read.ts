import { type PandocDocument, walkNodes } from '../syntax-tree.ts';

/** Commands that bring in another file, or a list that another program makes. */
const bringsIn =
  /^\\(?:input|include|includepdf|subfile|import|bibliography|printbibliography|verbatiminput|lstinputlisting)\b/;
const drawing =
  /^\\begin\{(?:tikzpicture|pgfpicture|pspicture|picture|circuitikz|forest|tikzcd|prooftree)\*?\}/;
/** Arguments that arrange the page or set a value. */
const arranges =
  /\\(?:h|v|H|V)?phantom|\\(?:index|label|nocite|hypersetup|captionsetup|mark(?:both|right)|addcontentsline|ead|cortext)\b/;
const words = /\{[^{}=]*\p{L}[^{}=]*\s\p{L}[^{}=]*\}/u;

/** Tells whether Pandoc's reading with commands left as they are has some that print more than it reads. */
export function hasUnread(document: PandocDocument): boolean {
  for (const { t, c } of walkNodes(document.blocks)) {
    if (t !== 'RawInline' && t !== 'RawBlock') continue;
    const source = (c as [string, string])[1];
    if (bringsIn.test(source) || drawing.test(source)) return true;
    // Other environments are read without their name.
    if (!source.startsWith('\\begin') && !arranges.test(source) && words.test(source)) return true;
  }
  return false;
}

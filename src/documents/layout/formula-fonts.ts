/** Fonts that are used for formulas alone. Symbol is not among them, since word processors take Greek letters in text from it. */
const formulaFont =
  /^(?:[A-Z]{6}\+)?(?:CM(?:MI|MIB|SY|BSY|EX)\d|MS[AB]M\d|EU[FRS][MB]\d|RSFS\d|LMMath|(?:t|p|rt|rp|nt|New[TP])xb?(?:mi|sy|ex)|MT(?:MI|SY|EX)|\S*Math(?!ematica))/i;

export const isFormulaFont = (font: string): boolean => formulaFont.test(font);

/** Codes of TeX's text fonts, for which a file may not say what they draw. */
export const texCodes: Record<number, string> = {
  // Files saved by macOS map `ff` to an arrow and `ffi` to nothing.
  0: 'ffi',
  8629: 'ff',
  11: 'ff',
  12: 'fi',
  13: 'fl',
  14: 'ffi',
  15: 'ffl',
  16: 'ı',
  17: 'ȷ',
  18: '`',
  19: '´',
  20: 'ˇ',
  21: '˘',
  22: '¯',
  23: '˚',
  24: '¸',
  25: 'ß',
  26: 'æ',
  27: 'œ',
  28: 'ø',
};
export const texFont =
  /^(?:[A-Z]{6}\+)?(?:CM(?:R|B|BX|TI|SL|CSC|SS|SSBX|SSI|TT|BXTI|U)\d|SF|LM(?:Roman|Sans)|EC[A-Z]{2}\d)/;

/** The arrow over a vector, which TeX has among the letters of formulas and draws before its letter. */
export const texVector = 0x7e;
export const combiningArrow = '\u20d7';
export const formulaLetters = /^(?:[A-Z]{6}\+)?(?:CMMIB?\d|LMMath(?:Italic|Slanted))/;

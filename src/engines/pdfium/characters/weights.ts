const boldName =
  /bold|black|heavy|semibold|demi|medi(?!um)|^(?:[A-Z]{6}\+)?(?:CM(?:BX|SSBX|B)\d|SFBX|LCMSSB|NimbusRomNo9L-Medi)|[,-]B(?:d|I|T)?$|Bd(?:It)?$/i;
/** Fonts of TeX state their weight in their names; their stems are often wrong. */
const texName = /^(?:[A-Z]{6}\+)?(?:CM|EC|SF|LM|LCM|NewCM)[A-Z]*\d/i;
const boldWeight = 600;
/** A name that says another weight is believed over a number, which is often guessed from the width of stems. */
const otherWeight = /regular|light|book|roman|medium|thin|normal/i;
export const italicName =
  /italic|oblique|slanted|[,-](?:It|I|BI)$|^(?:[A-Z]{6}\+)?(?:CM(?:TI|SL|MI)\d|SFTI)/i;

/** Returns true if a font is bold, by its name or its weight. */
export const isBold = (name: string, weight: number): boolean =>
  boldName.test(name) ||
  (weight >= boldWeight && ![otherWeight, italicName, texName].some(names => names.test(name)));

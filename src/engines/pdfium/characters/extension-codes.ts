/** The signs of TeX's font of large operators and brackets by their codes, four sizes of each, which files name in no way that others know. */
const signs = [
  '()[]⌊⌋⌈⌉{}⟨⟩|‖/\\', // 0x00
  '()()[]⌊⌋⌈⌉{}⟨⟩/\\', // 0x10
  '()[]⌊⌋⌈⌉{}⟨⟩/\\/\\', // 0x20
  '⎛⎞⎡⎤⎣⎦⎢⎥⎧⎫⎩⎭⎨⎬⎪|', // 0x30
  '⎝⎠⎜⎟⟨⟩⊔⊔∮∮⊙⊙⊕⊕⊗⊗', // 0x40
  '∑∏∫⋃⋂⊎⋀⋁∑∏∫⋃⋂⊎⋀⋁', // 0x50
  '∐∐ˆˆˆ˜˜˜[]⌊⌋⌈⌉{}', // 0x60
  '√√√√√', // 0x70
].join('');
const extensionFont = /^(?:[A-Z]{6}\+)?(?:CMEX|TXEX|PXEX|euex|LMMathExtension|MnSymbol[A-Z]*EX)/i;

/** The parts of tall brackets in the area that Adobe's fonts use for them, from 0xf8eb on. */
const firstPart = 0xf8eb;
const parts = '⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪⎮⎞⎟⎠⎤⎥⎦⎫⎬⎭';

export const isExtensionFont = (font: string): boolean => extensionFont.test(font);

/**
 * Returns the sign that a code draws in a font of large operators and brackets. `isRaw` says that the file does not name
 * the sign, so that the code is the font's own.
 */
export const readExtension = (code: number, isRaw: boolean): string | undefined =>
  isRaw && code < 0x80 ? signs[code] : parts[code - firstPart];

const figure = /<figure\b[^>]*>((?:(?!<\/?figure\b)[\s\S])*)<\/figure\s*>/gi;
const caption = /<figcaption\b[^>]*>([\s\S]*?)<\/figcaption\s*>/gi;
const block = /<(?:p|li|div|h[1-6])[\s>]/gi;

const count = (html: string, pattern: RegExp): number => html.match(pattern)?.length ?? 0;

/** Tells whether a figure is one picture and a caption of one paragraph: Pandoc drops all else in a figure with a picture. */
function isPlain(content: string): boolean {
  if (Array.from(content.matchAll(caption)).some(([, text]) => count(text!, block) > 1)) return false;
  const rest = content
    .replace(caption, '')
    .replace(/<noscript\b[\s\S]*?<\/noscript\s*>|<!--[\s\S]*?-->/gi, '');
  return count(rest, /<img\b/gi) < 2 && !/[^\s]/.test(rest.replace(/<[^>]*>|&nbsp;/g, ''));
}

/** Makes figures with more than one picture, or with text besides the caption, plain divisions of the page. */
export const unwrapFigures = (html: string): string =>
  html.replace(figure, (whole, content: string) => {
    if (!/<img\b/i.test(content) || isPlain(content)) return whole;
    return `<div>${content.replace(/<(\/?)figcaption\b[^>]*>/gi, '<$1div>')}</div>`;
  });

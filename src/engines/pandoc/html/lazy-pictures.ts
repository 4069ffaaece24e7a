const picture = /<img\b(?:"[^"]*"|'[^']*'|[^'">])*>/gi;
const address = /\s(?:data-src|data-lazy-src|data-lazy|data-original)\s*=\s*("[^"]+"|'[^']+'|[^\s"'>]+)/i;
const source = /\ssrc\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+)/i;
const isPlaceholder = (value: string): boolean => /^["']?(?:data:|about:blank|$|["']$)/i.test(value);

/** Shows pictures that a script of the page would load when they come into sight, in the place of their placeholders. */
export const showLazyPictures = (html: string): string =>
  html.replace(picture, tag => {
    const wanted = address.exec(tag)?.[1];
    const shown = source.exec(tag)?.[1];
    if (wanted === undefined || (shown !== undefined && !isPlaceholder(shown))) return tag;
    return tag
      .replace(source, '')
      .replace(address, '')
      .replace(/^<img/i, () => `<img src=${wanted}`);
  });

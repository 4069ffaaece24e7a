/** Code, which is not LaTeX, and comments: what looks like a command in them is none. */
const literal =
  /\\begin\{(verbatim\*?|Verbatim|lstlisting|minted|comment|filecontents\*?)\}|\\(?:verb\*?|lstinline)([^A-Za-z0-9\s{[*])|\\%|\\\\|%/g;
const caption = /^\s*\[[^\]]*?\bcaption=(?:\{((?:[^{}]|\{[^{}]*\})*)\}|([^,\]{}]*))/;

/** Options before a listing's first line: Pandoc drops that line if it begins with the sign of LaTeX's comments. */
const commentedStart = /^(\\begin\{lstlisting\})\s*\[[^\]]*\](?=\s*\n\s*%)/;

const mark = (index: number): string => `\u{f8f0}${index}\u{f8f1}`;

/** Takes code and comments out of a text; the captions of listings become text. */
export function takeOutLiterals(text: string): { text: string; parts: string[] } {
  const parts: string[] = [];
  let [result, done] = ['', 0];
  const takeOut = (from: number, to: number, before = ''): void => {
    const part = text.slice(from, to).replace(commentedStart, '$1');
    result += text.slice(done, from) + before + mark(parts.push(part) - 1);
    done = to;
    literal.lastIndex = to;
  };
  const missing = new Set<string>();
  literal.lastIndex = 0;
  for (let found = literal.exec(text); found; found = literal.exec(text)) {
    const [given, environment, quote] = found;
    const start = literal.lastIndex;
    if (environment) {
      const close = `\\end{${environment}}`;
      const end = missing.has(close) ? -1 : text.indexOf(close, start);
      if (end < 0) missing.add(close);
      else {
        const said = environment === 'lstlisting' ? caption.exec(text.slice(start, start + 2000)) : undefined;
        const title = said?.[1] ?? said?.[2] ?? '';
        takeOut(found.index, end + close.length, title ? `\n\n${title}\n\n` : '');
      }
    } else if (quote) {
      const end = missing.has(quote) ? -1 : text.indexOf(quote, start);
      if (end < 0) missing.add(quote);
      else if (!text.slice(start, end).includes('\n')) takeOut(found.index, end + 1);
    } else if (given === '%') {
      const line = text.indexOf('\n', start);
      takeOut(found.index, line < 0 ? text.length : line);
    }
  }
  return { text: result + text.slice(done), parts };
}

/** Puts code and comments back. */
export const putBackLiterals = (text: string, parts: readonly string[]): string =>
  text.replace(/\u{f8f0}(\d+)\u{f8f1}/gu, (_, index: string) => parts[Number(index)] ?? '');

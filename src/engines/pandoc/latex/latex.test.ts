import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { convert } from '../convert.ts';

test('keeps text, labels and citations of LaTeX that Pandoc would drop', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'filemill-latex-'));
  const [input, output] = [join(dir, 'in.tex'), join(dir, 'out.txt')];
  const cases = [
    [String.raw`20\textdegree C \textendash\ 5 \textmu m, \fbox{boxed}`, '20°C – 5 µm, boxed'],
    [String.raw`one\quad two\hspace*{1cm}three`, 'one two three'],
    [String.raw`\begin{enumerate}\setcounter{enumi}{4}\item five\end{enumerate}`, '5.  five'],
    [String.raw`\begin{enumerate}[label=(\alph*), start=3]\item third\end{enumerate}`, '(c) third'],
    [
      String.raw`\begin{enumerate}\def\labelenumi{\Roman{enumi}.}\tightlist\item first\end{enumerate}`,
      'I.  first',
    ],
    [String.raw`\begin{itemize}\item[(x)] marked\end{itemize}`, '-   (x) marked'],
    [String.raw`\begin{description}\tightlist\item[Term] meaning\end{description}`, 'Term\n\n    meaning'],
    [String.raw`\begin{frame}{Title}Slide\end{frame}`, 'Title\n\nSlide'],
    [String.raw`See \cite{a,b} and \citep[p. 3]{c}.`, 'See [a, b] and [c, p. 3].'],
    [String.raw`\begin{thebibliography}{9}\bibitem{a} Author\end{thebibliography}`, '[a] Author'],
  ] as const;
  try {
    writeFileSync(
      input,
      `\\documentclass{article}\\begin{document}\n${cases.map(([tex]) => tex).join('\n\n')}\n\\end{document}`,
    );
    const step = { from: 'tex', to: 'txt', input, output, stem: 'in', dir, last: true, options: {} } as const;
    await convert({ ...step, progress() {} });
    const text = readFileSync(output, 'utf8').replaceAll('\u00a0', ' ').trim();
    expect(text.split(/\n{2,}/)).toEqual(cases.flatMap(([, plain]) => plain.split('\n\n')));
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});

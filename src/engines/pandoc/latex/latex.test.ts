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
    [String.raw`\glqq Wort\grqq`, '„Wort“'],
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
    [
      String.raw`See \cref{x,sec:y}, not \verb|\cref{x}|\todo{why?}.`,
      'See [x], section [sec:y], not \\cref{x}[1].',
    ],
    [String.raw`\newcommand\pbox[1]{(#1)}\makebox[2cm]{wide} \pbox{own}`, 'wide (own)'],
    [
      String.raw`\begin{table*}\caption{Sums}\begin{tabular*}{3cm}{@{}l*{1}{S[a=1]}}one&{\makecell{2\\3}}\\\cmidrule(lr){1-2}four&5\end{tabular*}\end{table*}`,
      '  ------ -----\n  one      2 3\n  four       5\n  ------ -----\n\n  : Sums',
    ],
    [
      String.raw`\begin{figure*}[t]\begin{subfigure}{2cm}left\caption{First}\end{subfigure}\caption{Both \emph{sides}}\end{figure*}`,
      'left\n\nFirst\n\nBoth sides',
    ],
    [
      String.raw`\begin{algorithm}[H]\caption{Search}\begin{algorithmic}[1]\If{$a$ is \Call{Free}{b}}\State stop\Comment{done}\EndIf\end{algorithmic}\end{algorithm}`,
      'Search\n\nif a is Free(b) then\n     stop ▷ done\nend if',
    ],
    [String.raw`\begin{multicols}{2}columns\end{multicols}`, 'columns'],
    ['\\begin{lstlisting}[caption={Code}]\n% kept\n\\end{lstlisting}', 'Code\n\n    % kept'],
    [String.raw`\begin{thebibliography}{9}\bibitem{a} Author\end{thebibliography}`, '[a] Author\n\n[1] why?'],
  ] as const;
  try {
    writeFileSync(
      input,
      `\\documentclass{article}\\begin{document}\n${cases.map(([tex]) => tex).join('\n\n')}\n\\end{document}`,
    );
    const step = { from: 'tex', to: 'txt', input, output, stem: 'in', dir, last: true, options: {} } as const;
    const [result] = await convert({ ...step, progress() {} });
    expect(result!.warnings).toEqual([]);
    const text = readFileSync(output, 'utf8').replaceAll('\u00a0', ' ').trim();
    expect(text.split(/\n{2,}/)).toEqual(cases.flatMap(([, plain]) => plain.split('\n\n')));
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});

test.each([
  [String.raw`\input{chapter}`, true],
  [String.raw`\begin{tikzpicture}\draw (0,0);\end{tikzpicture}`, true],
  [String.raw`\mycommand{words that vanish}`, true],
  [
    String.raw`\vspace{1cm}\noindent\label{a}\index{b}\thispagestyle{empty}\begin{unknown}read\end{unknown}`,
    false,
  ],
])('warns of what LaTeX alone can print: %s', async (tex, warned) => {
  const dir = mkdtempSync(join(tmpdir(), 'filemill-latex-'));
  const [input, output] = [join(dir, 'in.tex'), join(dir, 'out.txt')];
  try {
    writeFileSync(input, `\\documentclass{article}\\begin{document}\n${tex}\n\\end{document}`);
    const step = { from: 'tex', to: 'txt', input, output, stem: 'in', dir, last: true, options: {} } as const;
    const [result] = await convert({ ...step, progress() {} });
    expect(result!.warnings).toEqual(warned ? ['latex_not_run'] : []);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});

test('numbers sections, to which the text refers by their numbers, and sets formulas in a font for them', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'filemill-latex-'));
  const [input, output] = [join(dir, 'in.tex'), join(dir, 'out.html')];
  const body = String.raw`\begin{document}\section*{No}\section{One}\subsection{Two}\section{Three}$x$\end{document}`;
  const step = { from: 'tex', to: 'html', input, output, stem: 'in', dir, last: true, options: {} } as const;
  const headingsOf = async (name: string) => {
    writeFileSync(input, `\\documentclass{${name}}${body}`);
    await convert({ ...step, progress() {} });
    return [...readFileSync(output, 'utf8').matchAll(/<h\d[^>]*>(.*?)<\/h\d>/g)].map(found => found[1]);
  };
  try {
    expect(await headingsOf('article')).toEqual(['No', '1 One', '1.1 Two', '2 Three']);
    expect(readFileSync(output, 'utf8')).toContain('math{font-family:');
    expect(await headingsOf('beamer')).toEqual(['No', 'One', 'Two', 'Three']);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});

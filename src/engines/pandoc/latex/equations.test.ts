import { expect, test } from 'vitest';
import { numberEquations, resolveEquations } from './equations.ts';

function number(source: string): string {
  const { text, numbers } = numberEquations(source);
  return resolveEquations(text, numbers);
}

test('formulas have their numbers, and references name them', () => {
  const source = String.raw`See \eqref{b} and \ref{c}, not \ref{sec:x}.
\begin{equation} a \end{equation} % \begin{equation} x \end{equation}
\begin{align} b &= \begin{matrix}1\\2\end{matrix} \label{b} \\ c \nonumber \\ d \label{c} \end{align}
\begin{equation*} e \end{equation*}\begin{equation}\label{t} f \tag{*}\end{equation}\eqref{t}`;
  expect(number(source)).toBe(String.raw`See (2) and 3, not \ref{sec:x}.
\begin{equation} a \;\;\;\; (1) \end{equation} % \begin{equation} x \end{equation}
\begin{align} b &= \begin{matrix}1\\2\end{matrix} \;\;\;\; (2)  \\ c \nonumber \\ d \;\;\;\; (3)  \end{align}
\begin{equation*} e \end{equation*}\begin{equation} f \;\;\;\; (*) \end{equation}(*)`);
});

test('formulas are counted by chapter or section where LaTeX does so', () => {
  const two = String.raw`\section{A}\begin{equation}a\end{equation}\section{B}\begin{equation}b\label{b}\end{equation}\eqref{b}`;
  expect(number(String.raw`\numberwithin{equation}{section}${two}`)).toMatch(/\(2\.1\)$/);
  expect(number(two)).toMatch(/\(2\)$/);
  const parts = String.raw`\begin{subequations}${two}\end{subequations}`;
  expect(number(parts)).toBe(parts);
});

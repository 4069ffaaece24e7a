import type { Style } from '../../source.ts';

const greek =
  'alpha α beta β gamma γ delta δ epsilon ϵ varepsilon ε zeta ζ eta η theta θ iota ι kappa κ lambda λ mu μ nu ν xi ξ pi π rho ρ sigma σ tau τ upsilon υ phi ϕ varphi φ chi χ psi ψ omega ω Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Phi Φ Psi Ψ Omega Ω';
const signs =
  'times × cdot · cdot ⋅ div ÷ pm ± mp ∓ leq ≤ geq ≥ neq ≠ approx ≈ equiv ≡ sim ∼ simeq ≃ propto ∝ ll ≪ gg ≫ in ∈ notin ∉ subset ⊂ subseteq ⊆ supset ⊃ cup ∪ cap ∩ forall ∀ exists ∃ partial ∂ nabla ∇ infty ∞ sum ∑ prod ∏ int ∫ oint ∮ to → leftarrow ← Rightarrow ⇒ Leftrightarrow ⇔ mapsto ↦ ldots … cdots ⋯ prime ′ circ ∘ oplus ⊕ otimes ⊗ langle ⟨ rangle ⟩ emptyset ∅ top ⊤ perp ⊥ dagger † ddagger ‡ setminus ∖ lfloor ⌊ rfloor ⌋ lceil ⌈ rceil ⌉ coprod ∐ uplus ⊎ bigcup ⋃ bigcap ⋂ bigwedge ⋀ bigvee ⋁ cong ≅ prec ≺ succ ≻ vdash ⊢ models ⊨ odot ⊙ star ⋆ bullet • vdots ⋮ ddots ⋱ hookrightarrow ↪ uparrow ↑ downarrow ↓ rightharpoonup ⇀ leftrightarrow ↔ neg ¬ wedge ∧ vee ∨ ell ℓ hbar ℏ Re ℜ mu µ Delta ∆ Omega Ω';

function readTable(text: string): Map<string, string> {
  const words = text.split(' ');
  return new Map(words.flatMap((name, at) => (at % 2 === 0 ? [[words[at + 1]!, `\\${name}`] as const] : [])));
}

/** Letters with double strokes, and letters of script. */
const alphabets = [
  ['mathbb', 'ℂℍℕℙℚℝℤ', 'CHNPQRZ'],
  ['mathcal', 'ℬℰℱℋℐℒℳℛ', 'BEFHILMR'],
] as const;

const commands = new Map([
  ...readTable(greek),
  ...readTable(signs),
  ...alphabets.flatMap(([name, own, letters]) =>
    [...own].map((letter, at): [string, string] => [letter, `\\${name}{${letters[at]}}`]),
  ),
]);
const plain = new Map([
  ['−', '-'],
  ['–', '-'],
  ['∗', '*'],
  ['∣', '|'],
  ['∥', '\\|'],
  ['‖', '\\|'],
  ['{', '\\{'],
  ['}', '\\}'],
  ['%', '\\%'],
  ['#', '\\#'],
  ['&', '\\&'],
  ['$', '\\$'],
  ['_', '\\_'],
  ['\\', '\\backslash '],
]);

const functionName =
  /^(?:sin|cos|tan|cot|sec|csc|arcsin|arccos|arctan|sinh|cosh|tanh|log|ln|lg|exp|lim|max|min|sup|inf|det|dim|ker|arg|deg|gcd|Pr)$/;

/** Signs with limits above and below them, and names of functions with limits below. */
const largeOperator = /^[∑∏∫∮⋃⋂∐⊎⋀⋁]$/u;
const limitName = /^\\?(?:lim|max|min|sup|inf)$/;
export const isLimitName = (text: string): boolean => limitName.test(text.trim());
export const hasLimits = (text: string): boolean => largeOperator.test(text) || limitName.test(text);

/** Signs between two sides of a formula, or operators that only formulas have. */
export const relation = /[=≤≥≠≈≡∼≃∝≪≫∈→⇒⇔↦∑∏∫∮√]/u;

export const isFunctionName = (text: string): boolean => functionName.test(text);

const accents = new Map([
  ['\u0302', 'hat'],
  ['\u0303', 'tilde'],
  ['\u0304', 'bar'],
  ['\u0307', 'dot'],
  ['\u0308', 'ddot'],
  ['\u030c', 'check'],
  ['\u20d7', 'vec'],
]);

/** Writes the characters of a word as LaTeX. Letters of one upright word stay together. */
function writeSymbols(text: string, isUpright: boolean): string {
  if (isFunctionName(text)) return `\\${text} `;
  if (isUpright && /^\p{L}{2,}[.,]?$/u.test(text)) return `\\text{${text}}`;
  return [...text.normalize('NFD').matchAll(/(.)(\p{M}*)/gsu)]
    .map(([, sign = '', marks = '']) => {
      const command = commands.get(sign);
      const own = command === undefined ? (plain.get(sign) ?? sign) : `${command} `;
      return [...marks].reduce((inner, mark) => {
        if (inner === 'h' && mark === '\u0304') return '\\hbar ';
        const accent = accents.get(mark);
        return accent === undefined ? (inner + mark).normalize('NFC') : `\\${accent}{${inner.trim()}}`;
      }, own);
    })
    .join('');
}

/** Fonts of TeX whose capitals have double strokes, or are script. */
const doubleStruck = /^(?:[A-Z]{6}\+)?(?:MSBM|BBM|dsrom)/i;
const script = /^(?:[A-Z]{6}\+)?(?:CMSY|EUSM|RSFS|LMMathSymbols)/i;

/** Writes a word as LaTeX, with the alphabet that its font has. */
export function writeLetters(text: string, { font, italic, bold }: Style): string {
  const alphabet = !/^\p{Lu}+$/u.test(text)
    ? undefined
    : doubleStruck.test(font)
      ? 'mathbb'
      : script.test(font)
        ? 'mathcal'
        : undefined;
  if (alphabet) return `\\${alphabet}{${text}}`;
  return bold && !italic && /^\p{L}$/u.test(text) ? `\\mathbf{${text}}` : writeSymbols(text, !italic);
}

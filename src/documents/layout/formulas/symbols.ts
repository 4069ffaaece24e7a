const greek =
  'alpha α beta β gamma γ delta δ epsilon ϵ varepsilon ε zeta ζ eta η theta θ iota ι kappa κ lambda λ mu μ nu ν xi ξ pi π rho ρ sigma σ tau τ upsilon υ phi ϕ varphi φ chi χ psi ψ omega ω Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Phi Φ Psi Ψ Omega Ω';
const signs =
  'times × cdot · cdot ⋅ div ÷ pm ± mp ∓ leq ≤ geq ≥ neq ≠ approx ≈ equiv ≡ sim ∼ simeq ≃ propto ∝ ll ≪ gg ≫ in ∈ notin ∉ subset ⊂ subseteq ⊆ supset ⊃ cup ∪ cap ∩ forall ∀ exists ∃ partial ∂ nabla ∇ infty ∞ sum ∑ prod ∏ int ∫ oint ∮ to → leftarrow ← Rightarrow ⇒ Leftrightarrow ⇔ mapsto ↦ ldots … cdots ⋯ prime ′ circ ∘ oplus ⊕ otimes ⊗ perp ⊥ parallel ∥ langle ⟨ rangle ⟩ emptyset ∅ neg ¬ wedge ∧ vee ∨ ell ℓ hbar ℏ Re ℜ mu µ Delta ∆ Omega Ω';

function readTable(text: string): Map<string, string> {
  const words = text.split(' ');
  return new Map(words.flatMap((name, at) => (at % 2 === 0 ? [[words[at + 1]!, `\\${name}`] as const] : [])));
}

const commands = new Map([...readTable(greek), ...readTable(signs)]);
const plain = new Map([
  ['−', '-'],
  ['–', '-'],
  ['∗', '*'],
  ['∣', '|'],
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

/** Signs with limits above and below them. */
export const largeOperator = /^[∑∏∫∮⋃⋂]$/u;

/** Signs between two sides of a formula, or operators that only formulas have. */
export const relation = /[=≤≥≠≈≡∼≃∝≪≫∈→⇒⇔↦∑∏∫∮√]/u;

export const isFunctionName = (text: string): boolean => functionName.test(text);

/** Writes the characters of a word as LaTeX. Letters of one upright word stay together. */
export function writeSymbols(text: string, isUpright: boolean): string {
  if (isFunctionName(text)) return `\\${text} `;
  if (isUpright && /^\p{L}{3,}[.,]?$/u.test(text)) return `\\text{${text}}`;
  return [...text]
    .map(sign => {
      const command = commands.get(sign);
      return command === undefined ? (plain.get(sign) ?? sign) : `${command} `;
    })
    .join('');
}

/**
 * Joins short facts by dots: "Compress a PDF · 387 ms". In a right-to-left language each keeps its own direction, because a
 * number after a Latin word would change places with it.
 */
export const joinFacts = (facts: string[], direction: 'ltr' | 'rtl'): string =>
  facts.map(fact => (direction === 'rtl' ? `\u2068${fact}\u2069` : fact)).join(' · ');

import type { Word } from '../transcript.ts';

const core = /[\p{L}\p{N}][\p{L}\p{N}'’.-]*[\p{L}\p{N}]/u;

/**
 * Returns true for words with capitals inside, such as ComfyUI or NASA, which the model does not reproduce by
 * itself.
 */
const isPeculiar = (word: string): boolean => /.\p{Lu}/u.test(word);

/** Spells words as the prompt does, because the model uses the prompt's words but not their capitals. */
export function spellAsIn(prompt: string | undefined, words: readonly Word[]): Word[] {
  const peculiar = (prompt ?? '').split(/[\s,;]+/).flatMap(word => core.exec(word) ?? []);
  const spelling = new Map(peculiar.filter(isPeculiar).map(word => [word.toLowerCase(), word]));
  if (spelling.size === 0) return [...words];
  return words.map(word => ({
    ...word,
    text: word.text.replace(core, found => spelling.get(found.toLowerCase()) ?? found),
  }));
}

import { fileURLToPath } from 'node:url';
import type { Word } from '../transcript.ts';

/** "And so my fellow Americans …", eleven seconds. */
export const inaugural = fileURLToPath(new URL('./inaugural.opus', import.meta.url));

/** Words said one after the other, `seconds` each; `|` is a pause of two seconds. */
export function speak(text: string, seconds = 0.4): Word[] {
  let now = 0;
  const words: Word[] = [];
  for (const part of text.split(' ')) {
    if (part === '|') now += 2;
    else {
      words.push({ text: part, start: now, end: now + seconds });
      now += seconds;
    }
  }
  return words;
}

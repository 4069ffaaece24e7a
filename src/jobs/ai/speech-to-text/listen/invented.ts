import { joinWords, type Word } from '../transcript.ts';
import type { Span } from './spans.ts';

/** Subtitle sentences that models have learned to output for silence or music. */
const learned = new Set(
  [
    'you',
    'bye',
    'bye bye',
    'thank you',
    'thank you very much',
    'thank you so much',
    'thanks for watching',
    'thank you for watching',
    'thank you so much for watching',
    'thank you for listening',
    'please subscribe',
    'please subscribe to my channel',
    'like and subscribe',
    'subtitles by the amaraorg community',
    'transcription by castingwords',
    'ill see you next time',
    'see you next time',
    'untertitel der amaraorg community',
    'untertitel im auftrag des zdf für funk 2017',
    'vielen dank',
    'soustitres réalisés par la communauté damaraorg',
    'merci davoir regardé cette vidéo',
    'subtítulos realizados por la comunidad de amaraorg',
    'ご視聴ありがとうございました',
    '请不吝点赞 订阅 转发 打赏支持明镜与点点栏目',
  ].map(sentence => simplifyText(sentence)),
);

function simplifyText(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N} ]/gu, '')
    .trim();
}

/** Letters per second. Nobody speaks faster. */
const fastest = 45;
/** Seconds of speech that are too short even for a sentence of thanks. */
const hardlySpeech = 0.6;

/**
 * Removes words that nobody said: names of sounds, music notes, and learned sentences where there is hardly
 * any speech.
 */
export function removeInvented(words: readonly Word[], spans: readonly Span[]): Word[] {
  const spoken = removeSoundNames(words);
  const text = joinWords(spoken);
  const seconds = spans.reduce((sum, { start, end }) => sum + end - start, 0);
  const isLearned = learned.has(simplifyText(text)) && seconds < hardlySpeech;
  return isLearned || text.length > fastest * Math.max(1, seconds) ? [] : spoken;
}

/**
 * Removes `[Music]`, `(applause)` and `♪`. A bracket that is not closed within a few words is left as it is.
 */
function removeSoundNames(words: readonly Word[]): Word[] {
  const kept: Word[] = [];
  let named = 0;
  for (const [at, next] of words.entries()) {
    named = Math.max(named - 1, 0) || countNameWords(next, words.slice(at, at + longestName));
    if (named > 0) continue;
    const word = removeNotes(next);
    if (!/^[[\](){}*]*$/.test(word.text)) kept.push(word);
  }
  return kept;
}

const removeNotes = (word: Word): Word => ({ ...word, text: word.text.replace(/[♩♪♫♬]/gu, '').trim() });

const longestName = 6;
const closings = new Map([
  ['[', /\][.,!?]?$/],
  ['(', /\)[.,!?]?$/],
  ['*', /\*[.,!?]?$/],
]);

/** Returns how many of the leading words form the name of a sound. */
function countNameWords(first: Word, words: readonly Word[]): number {
  const closing = closings.get(first.text.slice(0, 1));
  if (!closing) return 0;
  return words.findIndex(({ text }, at) => closing.test(text) && (at > 0 || text.length > 1)) + 1;
}

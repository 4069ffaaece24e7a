import type { Command } from 'commander';

/** Splits a flag and its value given as one word, `--to=pdf`, which bash hands over as three. */
function splitJoinedWord(words: string[]): { words: string[]; joined: string } {
  const typed = words.at(-1) ?? '';
  const [, flag, value] = /^(--[^=]+)=(.*)$/.exec(typed) ?? [];
  if (flag !== undefined && value !== undefined)
    return { words: [...words.slice(0, -1), flag, value], joined: `${flag}=` };
  if (typed === '=' && words.at(-2)?.startsWith('--'))
    return { words: [...words.slice(0, -1), ''], joined: '' };
  if (words.at(-2) === '=') return { words: [...words.slice(0, -2), typed], joined: '' };
  return { words, joined: '' };
}

/** Lists the completions of the last word; none if only a filename fits. */
export function listCompletions(program: Command, given: string[]): string[] {
  const { words, joined } = splitJoinedWord(given);
  const typed = words.at(-1) ?? '';
  let at = program;
  for (const word of words.slice(0, -1)) at = at.commands.find(command => command.name() === word) ?? at;
  const before = at.options.find(({ long, short }) => [long, short].includes(words.at(-2)));
  const candidates = before?.required
    ? (before.argChoices ?? [])
    : typed.startsWith('-')
      ? at
          .createHelp()
          .visibleOptions(at)
          .map(({ long }) => long ?? '')
      : [
          ...at.commands.map(command => command.name()),
          ...at.registeredArguments.flatMap(({ argChoices = [] }) => argChoices),
        ];
  return candidates.filter(each => each.startsWith(typed)).map(each => `${joined}${each}`);
}

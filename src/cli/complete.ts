import type { Command } from 'commander';

/** What may stand where the last of the words is being typed; nothing where only a file's name may. */
export function completions(program: Command, words: string[]): string[] {
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
      : at.commands.map(command => command.name());
  return candidates.filter(each => each.startsWith(typed));
}

import { translate } from './declared.ts';

export interface ShownWarning {
  code: string;
  message: string;
}

/** What can be done about a warning on the page. */
export type Remedy = 'allSheets' | 'recognise';

/** Removes the advice for programs, which names options and job types in backticks, from one sentence. */
function withoutAdvice(sentence: string): string {
  if (!sentence.includes('`')) return sentence;
  const clauses = sentence.split('; ');
  const plain = clauses.filter(clause => !clause.includes('`')).join('; ');
  return plain === '' || plain.endsWith('.') ? plain : `${plain}.`;
}

/** The sentences of a warning that are for people, in their language if they are translated. */
export function describeWarning({ message }: ShownWarning): string {
  const plain = message
    .split(/(?<=\.) /)
    .map(withoutAdvice)
    .filter(Boolean)
    .join(' ');
  return translate(plain || message.replaceAll('`', ''));
}

/** Returns what helps, by the advice that the service gives to programs. */
export function findRemedy({ code, message }: ShownWarning): Remedy | undefined {
  if (message.includes('`sheet=all`')) return 'allSheets';
  return code === 'no_text_layer' ? 'recognise' : undefined;
}

function trimSentence(sentence: string): string {
  if (!sentence.includes('`')) return sentence;
  const clauses = sentence.split('; ');
  const plain = clauses.filter(clause => !clause.includes('`')).join('; ');
  return plain === '' || plain.endsWith('.') ? plain : `${plain}.`;
}

/** Removes the advice for programs, which names options and job types in backticks, from the message of a warning. */
export function removeAdvice(message: string): string {
  const plain = message
    .split(/(?<=\.) /)
    .map(trimSentence)
    .filter(Boolean)
    .join(' ');
  return plain || message.replaceAll('`', '');
}

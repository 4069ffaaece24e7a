import { removeAdvice } from './advice.ts';
import { translation } from './translation.ts';

export interface ShownWarning {
  code: string;
  message: string;
}

/** An action on the page that resolves a warning. */
export type Remedy = 'allSheets' | 'recognise';

/** Returns the sentence that explains a warning, in the language of the page if it is translated. */
export function describeWarning({ message }: ShownWarning): string {
  const plain = removeAdvice(message);
  return translation.warnings[plain] ?? plain;
}

/** Returns what helps, by the advice that the service gives to programs. */
export function findRemedy({ code, message }: ShownWarning): Remedy | undefined {
  if (message.includes('`sheet=all`')) return 'allSheets';
  return code === 'no_text_layer' ? 'recognise' : undefined;
}

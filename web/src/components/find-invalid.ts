import { strings } from '../wording/strings.ts';

export interface InvalidField {
  field: HTMLElement;
  message: string;
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const isField = (element: Element): element is Field => element.matches('input, select, textarea');

/** Finds the first field of a form whose value is missing or wrong, and what to say about it. */
export function findInvalid(form: HTMLFormElement): InvalidField | undefined {
  const field = [...form.elements].filter(isField).find(({ validity }) => !validity.valid);
  if (!field) return undefined;
  const label = field.labels?.[0]?.textContent.replace(/\s*\*$/, '') ?? '';
  return {
    field,
    message: field.validity.valueMissing && label ? strings.problems.fillIn(label) : field.validationMessage,
  };
}

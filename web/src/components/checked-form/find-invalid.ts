import { strings } from '../../wording/strings.ts';

export interface InvalidField {
  field: Field;
  message: string;
}

export type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const words = strings.problems;
const isField = (element: Element): element is Field => element.matches('input, select, textarea');

/** Says what is wrong with the value of a field, in the language of the page. */
function describeValidity(field: Field): string {
  const { validity } = field;
  const label = field.labels?.[0]?.textContent.replace(/\s*\*$/, '') ?? '';
  if (validity.badInput || validity.stepMismatch) return words.number;
  if (validity.valueMissing) return words.fillIn(label);
  if (validity.typeMismatch) return field.type === 'email' ? words.email : words.address;
  if (validity.tooShort && 'minLength' in field) return words.tooShort(field.minLength);
  if (validity.rangeUnderflow && 'min' in field) return words.atLeast(field.min);
  if (validity.rangeOverflow && 'max' in field) return words.atMost(field.max);
  return field.validationMessage;
}

/** Finds the fields of a form whose values are missing or wrong, and what to say about each. */
export const findInvalid = (form: HTMLFormElement): InvalidField[] =>
  [...form.elements]
    .filter(isField)
    .filter(({ validity }) => !validity.valid)
    .map(field => ({ field, message: describeValidity(field) }));

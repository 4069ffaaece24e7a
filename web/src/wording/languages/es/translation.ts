export { declared } from './declared.ts';
export { strings } from './strings.ts';
export { warnings } from './warnings.ts';

/** Run by a host before its first PDF job. */
export { startEngine as warm } from '../../../engines/pikepdf/engine.ts';

import { translation } from './translation.ts';

/** All texts of the user interface in the language of this page. */
export const { strings } = translation;

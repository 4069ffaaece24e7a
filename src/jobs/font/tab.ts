import type { Tab } from '../job-type.ts';

export const fontTab: Tab = { id: 'font', title: 'Fonts', heading: { title: 'Fonts', rank: 50 } };

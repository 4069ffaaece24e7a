import type { Tab } from '../job-type.ts';

export const aiTab: Tab = { id: 'ai', title: 'AI', heading: { title: 'AI', rank: 50 } };

import type { Tab } from '../job-type.ts';

export const imageTab: Tab = { id: 'image', title: 'Images', heading: { title: 'Edit image', rank: 30 } };

import type { Tab } from '../job-type.ts';

export const pdfTab: Tab = { id: 'pdf', title: 'PDF', heading: { title: 'Edit PDF', rank: 20 } };

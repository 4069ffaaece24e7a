import type { Tab } from '../job-type.ts';

export const ocrTab: Tab = {
  id: 'ocr',
  title: 'Text recognition',
  heading: { title: 'Read text', rank: 40 },
};

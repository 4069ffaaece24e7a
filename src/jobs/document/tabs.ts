import { type Tab, turnInto } from '../job-type.ts';

export const documentTab: Tab = { id: 'document', title: 'Documents', heading: turnInto };
export const spreadsheetTab: Tab = { id: 'spreadsheet', title: 'Spreadsheets', heading: turnInto };
export const dataTab: Tab = { id: 'data', title: 'Data', heading: turnInto };

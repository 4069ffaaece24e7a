import { ToolError } from './roots.ts';

export type Arguments = Record<string, unknown>;

export interface ToolSchema {
  type: 'object';
  properties: Record<string, object>;
  required: string[];
}

export const closeSchema = (properties: Record<string, object>, required: string[]): ToolSchema => ({
  type: 'object',
  properties,
  required,
});

export function requireText(given: Arguments, name: string, example: string): string {
  const value = given[name];
  if (typeof value !== 'string' || value === '') throw new ToolError(`Give ${name}, for example ${example}.`);
  return value;
}

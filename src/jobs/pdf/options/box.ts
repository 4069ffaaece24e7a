import { Type } from 'typebox';

const points = (description: string, least: { minimum: number } | { exclusiveMinimum: number }) =>
  Type.Number({ description, maximum: 200_000, ...least });

/** Makes the option for an area of a page, which the workspace lets the user draw. */
export const boxOption = (description?: string, more: { 'x-group'?: string } = {}) =>
  Type.Object(
    {
      page: Type.Integer({ description: 'The page, counted from 1.', minimum: 1, maximum: 100_000 }),
      x: points('From the left edge of the page as it is shown, in points.', { minimum: 0 }),
      y: points('From its upper edge.', { minimum: 0 }),
      width: points('In points.', { exclusiveMinimum: 0 }),
      height: points('In points.', { exclusiveMinimum: 0 }),
    },
    {
      title: 'Area',
      additionalProperties: false,
      'x-control': 'page-box',
      ...(description !== undefined && { description }),
      ...more,
    },
  );

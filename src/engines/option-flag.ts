import { Type } from 'typebox';

/** Declares an option that is on or off. */
export const makeFlag = (
  group: string,
  description: string,
  title?: string,
  standard = false,
  inputs?: readonly string[],
) =>
  Type.Optional(
    Type.Boolean({
      ...(title && { title }),
      ...(inputs && { 'x-shown-when': { input: inputs } }),
      'x-group': group,
      'x-default': standard,
      description,
    }),
  );

/** The formats of workbooks, whose sheets are tables. */
export const workbooks = ['xlsx', 'xlsm', 'xls', 'xlsb', 'ods'];

import { type Static, type TObject, Type } from 'typebox';
import { pageOptions } from './page-options.ts';
import { tableOptions } from './table-options.ts';

/**
 * The options of conversions. Each edge names those it obeys, and each converter gets them typed by this table. None has a
 * default: an option that no edge on the way obeys is refused.
 */
export const conversionOptions = {
  password: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 256,
      writeOnly: true,
      'x-group': 'Protection',
      description: 'The password that opens an encrypted input.',
    }),
  ),
  ...pageOptions,
  ...tableOptions,
};

export type ConversionOptions = Static<TObject<typeof conversionOptions>>;
export type OptionName = keyof ConversionOptions;

/** An option that has this value. */
export type OptionValue = {
  [Name in OptionName]: { option: Name; value: NonNullable<ConversionOptions[Name]> };
}[OptionName];

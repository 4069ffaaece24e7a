import { Type } from 'typebox';

export const positions = [
  'top-left',
  'top',
  'top-right',
  'left',
  'center',
  'right',
  'bottom-left',
  'bottom',
  'bottom-right',
] as const;

export const colorOption = (standard: string, help = 'The colour of the text.') =>
  Type.String({
    title: 'Colour',
    'x-group': 'Appearance',
    'x-help': help,
    description: 'Colour as six hexadecimal digits, `#rrggbb`.',
    pattern: '^#[0-9a-fA-F]{6}$',
    default: standard,
  });

import { type Static, Type } from 'typebox';
import { maxSide } from '../policy/limits.ts';
import { animate, backgroundColour, colour, keepMetadata, outputFormat, quality } from '../policy/options.ts';

const closed = { additionalProperties: false };
const pixelCount = (minimum: number, description: string) =>
  Type.Integer({ minimum, maximum: maxSide, description });

const crop = Type.Object(
  {
    type: Type.Literal('crop'),
    left: Type.Optional(pixelCount(0, 'Pixels cut off at the left; 0 unless given.')),
    top: Type.Optional(pixelCount(0, 'Pixels cut off at the top; 0 unless given.')),
    width: pixelCount(1, 'Of what stays.'),
    height: pixelCount(1, 'Of what stays.'),
  },
  closed,
);

const rotate = Type.Object(
  {
    type: Type.Literal('rotate'),
    angle: Type.Number({
      minimum: -360,
      maximum: 360,
      'x-group': 'Appearance',
      description: 'Degrees clockwise.',
    }),
    background: Type.Optional(
      backgroundColour(
        'Of the corners that open. Left out: transparent where the format can be, else white.',
      ),
    ),
  },
  closed,
);

const flip = Type.Object(
  {
    type: Type.Literal('flip'),
    direction: Type.Optional(
      Type.String({
        enum: ['horizontal', 'vertical'],
        default: 'horizontal',
        description: 'horizontal swaps left and right, vertical top and bottom.',
      }),
    ),
  },
  closed,
);

const grayscale = Type.Object({ type: Type.Literal('grayscale') }, closed);

const blur = Type.Object(
  {
    type: Type.Literal('blur'),
    sigma: Type.Optional(
      Type.Number({
        minimum: 0.3,
        maximum: 200,
        default: 3,
        description: 'How far colours spread, in pixels.',
      }),
    ),
  },
  closed,
);

const sharpen = Type.Object(
  {
    type: Type.Literal('sharpen'),
    sigma: Type.Optional(
      Type.Number({
        minimum: 0.3,
        maximum: 10,
        default: 1,
        description: 'How wide edges are looked for, in pixels.',
      }),
    ),
  },
  closed,
);

export const positions = [
  ...['top-left', 'top', 'top-right'],
  ...['left', 'center', 'right'],
  ...['bottom-left', 'bottom', 'bottom-right'],
];

const watermark = Type.Object(
  {
    type: Type.Literal('watermark'),
    text: Type.String({
      minLength: 1,
      maxLength: 500,
      pattern: '^[^\\u0000-\\u0009\\u000b-\\u001f\\u007f]*$',
      description: 'What it says; lines are kept, other control characters refused.',
    }),
    position: Type.Optional(
      Type.String({
        enum: positions,
        default: 'bottom-right',
        'x-group': 'Appearance',
        description: 'Where it stands.',
      }),
    ),
    size: Type.Optional(
      Type.Integer({
        minimum: 4,
        maximum: 2000,
        description: 'Height of the letters in pixels; a twentieth of the shorter side unless given.',
      }),
    ),
    colour: Type.Optional(colour('Of the letters; white unless given.')),
    opacity: Type.Optional(
      Type.Number({
        minimum: 0.01,
        maximum: 1,
        default: 0.6,
        'x-group': 'Appearance',
        description: 'From barely seen to solid.',
      }),
    ),
    tile: Type.Optional(Type.Boolean({ default: false, description: 'Repeat it all over the picture.' })),
  },
  closed,
);

const border = Type.Object(
  {
    type: Type.Literal('border'),
    width: Type.Integer({ minimum: 1, maximum: 4000, description: 'Pixels added on each side.' }),
    colour: Type.Optional(colour('Black unless given.')),
  },
  closed,
);

const trim = Type.Object(
  {
    type: Type.Literal('trim'),
    threshold: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 255,
        default: 10,
        description: 'How much a colour may differ from the corner and still be cut off with it.',
      }),
    ),
  },
  closed,
);

const operation = Type.Union([crop, rotate, flip, grayscale, blur, sharpen, watermark, border, trim]);

export type Operation = Static<typeof operation>;
export type Of<Name extends Operation['type']> = Extract<Operation, { type: Name }>;

export const options = Type.Object(
  {
    operations: Type.Array(operation, {
      minItems: 1,
      maxItems: 30,
      description: 'What is done, in this order, each by its `type`.',
    }),
    outputFormat: Type.Optional(
      outputFormat(
        'Left out, the format stays; what can be read and not written becomes a png, or a jpeg if it is a photo.',
      ),
    ),
    quality: Type.Optional(quality),
    background: Type.Optional(
      backgroundColour('Laid under transparency in the end; white where the format holds none.'),
    ),
    keepMetadata: Type.Optional(keepMetadata),
    animate: Type.Optional(animate),
  },
  closed,
);

import { type Static, Type } from 'typebox';
import { maxSide } from '../policy/limits.ts';
import { animate, backgroundColour, colour, keepMetadata, outputFormat, quality } from '../policy/options.ts';

const closed = { additionalProperties: false };
const pixelCount = (minimum: number, description: string) =>
  Type.Integer({ minimum, maximum: maxSide, description });

const crop = Type.Object(
  {
    type: Type.Literal('crop'),
    left: Type.Optional(pixelCount(0, 'Pixels to cut off on the left. Defaults to 0.')),
    top: Type.Optional(pixelCount(0, 'Pixels to cut off at the top. Defaults to 0.')),
    width: pixelCount(1, 'The width to keep.'),
    height: pixelCount(1, 'The height to keep.'),
  },
  { ...closed, 'x-control': 'image-box', description: 'Keeps a part of the image.' },
);

const rotate = Type.Object(
  {
    type: Type.Literal('rotate'),
    angle: Type.Number({
      minimum: -360,
      maximum: 360,
      'x-group': 'Appearance',
      description: 'Degrees clockwise.',
      examples: [90],
    }),
    background: Type.Optional(
      backgroundColour(
        'The colour of the exposed corners. By default transparent if the format supports it, otherwise white.',
      ),
    ),
  },
  { ...closed, description: 'Turns the image by any angle.' },
);

const flip = Type.Object(
  {
    type: Type.Literal('flip'),
    direction: Type.Optional(
      Type.String({
        enum: ['horizontal', 'vertical'],
        default: 'horizontal',
        'x-help': 'Which sides are swapped.',
        'x-labels': { horizontal: 'Left and right', vertical: 'Top and bottom' },
        description: '`horizontal` swaps left and right, `vertical` top and bottom.',
      }),
    ),
  },
  { ...closed, description: 'Mirrors the image.' },
);

const grayscale = Type.Object(
  { type: Type.Literal('grayscale') },
  { ...closed, description: 'Removes the colours.' },
);

const blur = Type.Object(
  {
    type: Type.Literal('blur'),
    sigma: Type.Optional(
      Type.Number({
        minimum: 0.3,
        maximum: 200,
        default: 3,
        description: 'The radius of the blur in pixels.',
      }),
    ),
  },
  { ...closed, description: 'Makes the image less sharp.' },
);

const sharpen = Type.Object(
  {
    type: Type.Literal('sharpen'),
    sigma: Type.Optional(
      Type.Number({
        minimum: 0.3,
        maximum: 10,
        default: 1,
        description: 'The radius of the sharpening in pixels.',
      }),
    ),
  },
  { ...closed, description: 'Makes edges clearer.' },
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
      description: 'The text of the watermark. Line breaks are kept; other control characters are refused.',
    }),
    position: Type.Optional(
      Type.String({
        enum: positions,
        default: 'bottom-right',
        'x-group': 'Appearance',
        description: 'The position of the text.',
      }),
    ),
    size: Type.Optional(
      Type.Integer({
        minimum: 4,
        maximum: 2000,
        description: 'The height of the letters in pixels. By default a twentieth of the shorter side.',
      }),
    ),
    colour: Type.Optional(colour('The colour of the letters. By default white.')),
    opacity: Type.Optional(
      Type.Number({
        minimum: 0.01,
        maximum: 1,
        default: 0.6,
        'x-group': 'Appearance',
        description: 'The opacity, from barely visible to solid.',
      }),
    ),
    tile: Type.Optional(
      Type.Boolean({ default: false, description: 'Repeat the text all over the picture.' }),
    ),
  },
  { ...closed, description: 'Writes text on the image.' },
);

const border = Type.Object(
  {
    type: Type.Literal('border'),
    width: Type.Integer({
      minimum: 1,
      maximum: 4000,
      description: 'Pixels added on each side.',
      examples: [20],
    }),
    colour: Type.Optional(colour('The colour of the border. By default black.')),
  },
  { ...closed, description: 'Adds a frame around the image.' },
);

const trim = Type.Object(
  {
    type: Type.Literal('trim'),
    threshold: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 255,
        default: 10,
        description: "The largest difference from the corner's colour that is still trimmed.",
      }),
    ),
  },
  { ...closed, description: 'Cuts off plain edges.' },
);

const operation = Type.Union([crop, rotate, flip, grayscale, blur, sharpen, watermark, border, trim]);

export type Operation = Static<typeof operation>;
export type OperationOf<Name extends Operation['type']> = Extract<Operation, { type: Name }>;

export const options = Type.Object(
  {
    operations: Type.Array(operation, {
      minItems: 1,
      maxItems: 30,
      description: 'The operations in the order in which they are applied.',
    }),
    outputFormat: Type.Optional(
      outputFormat(
        "The output format. By default the input's; formats that cannot be written become png, or jpeg for photos.",
      ),
    ),
    quality: Type.Optional(quality),
    background: Type.Optional(
      backgroundColour(
        'The background for transparent areas of the result. By default white if the format has no transparency.',
      ),
    ),
    keepMetadata: Type.Optional(keepMetadata),
    animate: Type.Optional(animate),
  },
  closed,
);

import { format } from './format.ts';

/** Images and drawings. */
export const images = [
  format('png', 'PNG image', ['image/png', 'image/apng', 'image/vnd.mozilla.apng'], ['png', 'apng']),
  format(
    'jpeg',
    'JPEG image',
    ['image/jpeg', 'image/jpg', 'image/pjpeg'],
    ['jpg', 'jpeg', 'jpe', 'jfif', 'jif'],
  ),
  format('webp', 'WebP image', ['image/webp'], ['webp']),
  format('avif', 'AVIF image', ['image/avif', 'image/avif-sequence'], ['avif', 'avifs']),
  format('gif', 'GIF image', ['image/gif'], ['gif']),
  format('tiff', 'TIFF image', ['image/tiff', 'image/tif', 'image/x-tiff', 'image/tiff-fx'], ['tiff', 'tif']),
  format('bmp', 'BMP image', ['image/bmp', 'image/x-bmp', 'image/x-ms-bmp'], ['bmp', 'dib']),
  format('svg', 'SVG drawing', ['image/svg+xml'], ['svg'], { active: true }),
  format(
    'heic',
    'HEIC image',
    ['image/heic', 'image/heif', 'image/heic-sequence', 'image/heif-sequence'],
    ['heic', 'heif', 'hif'],
  ),
  format('ico', 'Windows icon', ['image/vnd.microsoft.icon', 'image/x-icon', 'image/ico'], ['ico', 'cur']),
  format(
    'psd',
    'Photoshop image',
    ['image/vnd.adobe.photoshop', 'application/x-photoshop', 'image/x-psd'],
    ['psd'],
  ),
  format(
    'jp2',
    'JPEG 2000 image',
    ['image/jp2', 'image/jpx', 'image/j2k'],
    ['jp2', 'jpx', 'j2k', 'jpf', 'j2c'],
  ),
  format('jxl', 'JPEG XL image', ['image/jxl'], ['jxl']),
  format('dng', 'DNG raw photo', ['image/x-adobe-dng', 'image/dng'], ['dng']),
  format('cr2', 'Canon raw photo', ['image/x-canon-cr2'], ['cr2']),
  format('nef', 'Nikon raw photo', ['image/x-nikon-nef'], ['nef']),

  format('exr', 'OpenEXR image', ['image/x-exr', 'image/aces'], ['exr']),
  format('tga', 'Targa image', ['image/x-tga', 'image/x-targa', 'image/tga'], ['tga', 'targa']),
  format(
    'eps',
    'PostScript drawing',
    ['application/postscript', 'application/eps', 'image/x-eps', 'image/eps'],
    ['eps', 'epsf', 'epsi', 'ps'],
  ),
  format('dxf', 'DXF drawing', ['image/vnd.dxf', 'application/dxf', 'image/x-dxf'], ['dxf']),
  format(
    'vsdx',
    'Visio drawing',
    [
      'application/vnd.ms-visio.drawing',
      'application/vnd.ms-visio.drawing.main+xml',
      'application/vnd.visio',
    ],
    ['vsdx', 'vsdm', 'vstx', 'vsd'],
  ),
];

import {
  ActionIcon,
  Button,
  createTheme,
  Drawer,
  Input,
  type MantineColorsTuple,
  Menu,
  Modal,
  Notification,
  PasswordInput,
  Popover,
  Text,
  Tooltip,
} from '@mantine/core';
import { strings } from './wording/strings.ts';

/** The accent colour. */
const iris: MantineColorsTuple = [
  '#f3f3fe',
  '#e6e7ff',
  '#d5d8ff',
  '#bfc3ff',
  '#a5a8fb',
  '#8385ee',
  '#6a6be2',
  '#5b5bd6',
  '#4f4fc4',
  '#3d3d9e',
];
const gray: MantineColorsTuple = [
  '#fafafb',
  '#f4f4f6',
  '#ebebef',
  '#e1e2e7',
  '#d3d4db',
  '#a9abb5',
  '#5f636c',
  '#494d55',
  '#30343a',
  '#1c2024',
];
/** The colours of failure and success, with enough contrast on white and on black. */
const red: MantineColorsTuple = [
  '#fff0ef',
  '#ffe0de',
  '#ffc9c6',
  '#ffaaa5',
  '#ff8b85',
  '#ef5b57',
  '#cf373b',
  '#c02a30',
  '#a62027',
  '#8a171e',
];
const green: MantineColorsTuple = [
  '#eaf8f1',
  '#d3f0e1',
  '#aee3c8',
  '#85d5ad',
  '#5cc894',
  '#35a873',
  '#248256',
  '#1f7a4d',
  '#18643f',
  '#124e31',
];
/** The shades from text to the darkest background. */
const dark: MantineColorsTuple = [
  '#e8e9ec',
  '#c6c9cf',
  '#9fa3ab',
  '#6c7078',
  '#3a3d43',
  '#2d3035',
  '#222428',
  '#17181b',
  '#111214',
  '#0b0c0d',
];

/** The header of a dialog is not a banner landmark. */
const overPage = {
  transitionProps: { duration: 120 },
  overlayProps: { backgroundOpacity: 0.35 },
  attributes: { header: { role: 'presentation' } },
  closeButtonProps: { 'aria-label': strings.acts.close },
};

/** Overlays are part of the main landmark, so that screen-reader users find them there. */
const inContent = { portalProps: { target: '#main' } };

export const theme = createTheme({
  primaryColor: 'iris',
  primaryShade: 7,
  colors: { iris, gray, red, green, dark },
  fontFamily: 'var(--family)',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace',
  fontSizes: { xs: '12px', sm: '14px', md: '16px', lg: '20px', xl: '28px' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.4', xl: '1.25' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '2px', sm: '4px', md: '6px', lg: '8px', xl: '12px' },
  defaultRadius: 'md',
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '28px', lineHeight: '1.25' },
      h2: { fontSize: '20px', lineHeight: '1.4' },
      h3: { fontSize: '16px', lineHeight: '1.5' },
    },
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    ActionIcon: ActionIcon.extend({ defaultProps: { variant: 'subtle', color: 'gray' } }),
    Button: Button.extend({ styles: { label: { fontWeight: 500 } } }),
    Tooltip: Tooltip.extend({
      defaultProps: { ...inContent, openDelay: 400, transitionProps: { duration: 100 } },
    }),
    // Never larger than the window: the rest is scrolled.
    Popover: Popover.extend({
      defaultProps: { ...inContent, middlewares: { flip: true, shift: true, size: { padding: 8 } } },
      styles: { dropdown: { overflowY: 'auto' } },
    }),
    // Otherwise the first entry would get the focus.
    Menu: Menu.extend({
      defaultProps: { withInitialFocusPlaceholder: false },
      styles: { dropdown: { overflowY: 'auto' } },
    }),
    Modal: Modal.extend({
      defaultProps: overPage,
      styles: { title: { fontSize: '16px', lineHeight: '24px', fontWeight: 600, minWidth: 0 } },
    }),
    Drawer: Drawer.extend({
      defaultProps: overPage,
      styles: { title: { fontWeight: 600 } },
    }),
    // Room for the focus ring of a field.
    InputWrapper: Input.Wrapper.extend({
      styles: { label: { marginBottom: 4 }, description: { marginBottom: 6, lineHeight: 1.4 } },
    }),
    Notification: Notification.extend({
      defaultProps: { closeButtonProps: { 'aria-label': strings.acts.close } },
    }),
    PasswordInput: PasswordInput.extend({
      defaultProps: { visibilityToggleButtonProps: { 'aria-label': strings.acts.showPassword } },
    }),
    Switch: { defaultProps: { withThumbIndicator: false } },
    Text: Text.extend({ defaultProps: { size: 'sm' } }),
  },
});

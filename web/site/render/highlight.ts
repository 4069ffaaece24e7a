import { escapeHtml } from '../../../src/markup/escape-html.ts';

const strings = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/;
const numbers = /\b\d[\d_.]*\b/;

/** The words and comments of a language. Strings and numbers look alike in all of them. */
interface Language {
  comment?: RegExp;
  words?: string;
}

const languages: Record<string, Language> = {
  sh: { comment: /(?<=^|\s)#.*/, words: 'export|if|then|else|fi|for|do|done|while|in' },
  js: {
    comment: /\/\/.*|\/\*[\s\S]*?\*\//,
    words:
      'import|from|export|const|let|await|async|new|return|if|else|for|of|function|throw|try|catch|true|false|null|undefined',
  },
  python: {
    comment: /#.*/,
    words:
      'import|from|as|with|def|return|if|elif|else|for|in|while|not|and|or|try|except|raise|class|None|True|False',
  },
  go: {
    comment: /\/\/.*/,
    words: 'package|import|func|return|if|else|for|range|var|const|type|struct|map|nil|true|false|defer|go',
  },
  php: {
    comment: /\/\/.*|#.*/,
    words:
      'function|return|if|else|elseif|foreach|for|as|new|true|false|null|echo|exit|declare|require|use|try|catch|throw',
  },
  ruby: {
    comment: /#.*/,
    words: 'require|def|end|do|if|elsif|else|unless|return|true|false|nil|class|module|then|raise|rescue',
  },
  json: { words: 'true|false|null' },
};
for (const [alias, name] of Object.entries({
  bash: 'sh',
  javascript: 'js',
  ts: 'js',
  typescript: 'js',
  py: 'python',
  rb: 'ruby',
}))
  languages[alias] = languages[name]!;

/** Returns code as HTML with its comments, strings, numbers and words marked. An unknown language stays plain. */
export function highlight(code: string, name: string | undefined): string {
  const language = name === undefined ? undefined : languages[name];
  if (!language) return escapeHtml(code);
  const parts = [
    `(?<comment>${language.comment?.source ?? '(?!)'})`,
    `(?<string>${strings.source})`,
    `(?<word>\\b(?:${language.words ?? '(?!)'})\\b)`,
    `(?<number>${numbers.source})`,
  ];
  let html = '';
  let end = 0;
  for (const match of code.matchAll(new RegExp(parts.join('|'), 'gm'))) {
    const [kind] = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined) ?? [];
    html += `${escapeHtml(code.slice(end, match.index))}<span class="code-${kind}">${escapeHtml(match[0])}</span>`;
    end = match.index + match[0].length;
  }
  return html + escapeHtml(code.slice(end));
}

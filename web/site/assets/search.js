// Finds sections of the documentation. An entry is [page, heading, address, text, words]; the last are what people call the page.

/** Words that say nothing about a page. */
const fillers = new Set('a an and can do does for from how i in into is it my of on or the to use using with'.split(' '));

/** What people write instead of a word of the documentation. */
const synonyms = {
  jpg: ['jpeg'],
  tif: ['tiff'],
  htm: ['html'],
  yml: ['yaml'],
  word: ['docx'],
  excel: ['xlsx', 'spreadsheet'],
  powerpoint: ['pptx', 'slides'],
  photo: ['image', 'picture'],
  picture: ['image'],
  image: ['picture'],
  movie: ['video'],
  music: ['audio', 'sound'],
  shrink: ['compress', 'smaller'],
  reduce: ['compress', 'smaller'],
  join: ['merge'],
  combine: ['merge'],
  unzip: ['unpack'],
  encrypt: ['protect', 'password'],
  decrypt: ['unlock', 'password'],
  dictation: ['speech'],
  price: ['credits', 'plans'],
  pricing: ['credits', 'plans'],
  cost: ['credits', 'plans'],
  throttling: ['rate'],
  presigned: ['signed'],
  login: ['sign'],
  https: ['tls'],
  ssl: ['tls'],
  nginx: ['proxy'],
  k8s: ['kubernetes'],
  helm: ['kubernetes'],
  aws: ['s3'],
  minio: ['s3'],
  sdk: ['client'],
  llm: ['models'],
  chatgpt: ['mcp'],
  claude: ['mcp'],
  charset: ['encoding'],
  lost: ['reset'],
  forgot: ['reset'],
  delete: ['erase', 'remove'],
  gdpr: ['retention', 'erased'],
  install: ['set-up', 'start'],
  update: ['upgrade'],
};

/** Removes the ending of a plural or a verb, so that "webhooks" finds "webhook" and "merging" finds "merge". */
const stem = word => (word.length > 5 ? word.replace(/(?:ing|es|ed|s)$/, '') : word.replace(/(?<=\w{3})s$/, ''));

/** Splits a query into words, each with those that mean the same. */
export function splitQuery(query) {
  const all = query.toLowerCase().split(/[\s,;?!"']+/).filter(Boolean);
  const telling = all.filter(word => !fillers.has(word));
  return (telling.length > 0 ? telling : all).map(word => [
    ...new Set([word, stem(word), ...(synonyms[word] ?? synonyms[stem(word)] ?? [])]),
  ]);
}

/** Scores how well a word fits a text: a whole word counts most, then the start of one, then a part inside. */
function scoreWord(text, word, weight) {
  if (!text.includes(word)) return 0;
  const escaped = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const start = `(?<![\\p{L}\\p{N}])${escaped}`;
  if (new RegExp(`${start}(?![\\p{L}\\p{N}])`, 'u').test(text)) return weight;
  return new RegExp(start, 'u').test(text) ? weight * 0.7 : weight * 0.25;
}

const weights = [0, 12, 4, 2, 14];

/** Pages that mention everything, or that few readers look for. */
const background = /^(?:decisions\/|peers|changelog|corpus|formats|index|overview)/;

/** Scores a section. Words that mean the same count less than those of the query. */
function scoreEntry(entry, terms, phrase) {
  const parts = entry.map(part => part.toLowerCase());
  const [page, heading, , , words] = parts;
  let found = 0;
  let score = page === phrase ? 40 : 0;
  if (heading === phrase) score += 20;
  if (words?.includes(phrase)) score += 30;
  for (const [word, ...alike] of terms) {
    const rate = each =>
      parts.reduce(
        (sum, part, index) => sum + scoreWord(part, each, index === 0 ? (heading ? 8 : 20) : weights[index]),
        0,
      );
    const best = Math.max(rate(word), ...alike.map(each => rate(each) * 0.7));
    if (best > 0) found++;
    score += best;
  }
  return { entry, found, score: background.test(entry[2]) ? score / 2 : score };
}

/** Returns the sections that fit best: those with every word of the query, otherwise those with most of them. */
export function findEntries(entries, query, count) {
  const terms = splitQuery(query);
  const phrase = query.toLowerCase().trim().replace(/\s+/g, ' ');
  const scored = entries.map(entry => scoreEntry(entry, terms, phrase));
  const most = Math.max(...scored.map(({ found }) => found));
  return scored
    .filter(({ found }) => found === most && found * 2 >= terms.length && found > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, count)
    .map(({ entry }) => entry);
}

/** Returns the part of a text around the first word that was found. */
export function findExcerpt(text, words) {
  const lower = text.toLowerCase();
  const at = Math.min(...words.map(word => lower.indexOf(word)).filter(place => place >= 0));
  const start = Number.isFinite(at) ? Math.max(0, at - 40) : 0;
  const end = text.length <= start + 130 ? text.length : text.lastIndexOf(' ', start + 130);
  return (start > 0 ? '…' : '') + text.slice(start, end) + (end < text.length ? ' …' : '');
}

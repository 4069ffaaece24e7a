// Takes the README's screenshot of the workspace: node tests/browser/screenshot.ts <sign-in link> [file]. The link is
// the one a fresh service prints; a few samples are converted first.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { launchBrowser, person } from './support/browser.ts';
import { dropFiles } from './support/files.ts';

const [link, file = 'docs/workspace.png'] = process.argv.slice(2);
if (!link) throw new Error('Give the sign-in link that a fresh service prints at its start.');

const sample = (name: string) => ({
  name,
  bytes: readFileSync(fileURLToPath(new URL(`../../web/public/samples/${name}`, import.meta.url))),
});

const browser = await launchBrowser();
const page = await browser.newPage({ viewport: { width: 1280, height: 720 }, deviceScaleFactor: 2 });
page.setDefaultTimeout(120_000);
await page.goto(link);
await page.getByLabel('Name').fill(person.name);
await page.getByLabel('E-mail').fill(person.email);
await page.getByLabel('Password').first().fill(person.password);
await page.getByRole('button', { name: 'Create account' }).click();
await page.getByRole('heading', { name: 'Convert' }).waitFor();

await dropFiles(page, [sample('letter.md'), sample('harbour.jpg')]);
await page.getByText('Uploaded').nth(1).waitFor();
await page.getByRole('button', { name: 'Convert 2' }).click();
await page.getByRole('button', { name: 'Download', exact: true }).nth(1).waitFor();
await page.getByRole('button', { name: 'Not now' }).click();
await dropFiles(page, [sample('orders.csv')]);
await page.getByText('Uploaded').waitFor();
await page
  .getByRole('img', { name: /^Picture of/ })
  .nth(2)
  .waitFor();
await page.getByRole('button', { name: /^Action for orders/ }).click();
await page.getByRole('option').first().waitFor();
await page.screenshot({ path: file });
await browser.close();

// looks.mjs SITE CHROMIUM: pages on a phone in the dark and on a desk in the light, opened as files: nothing is loaded from
// elsewhere, the console is silent, no page is wider than its window, and the search finds. The pictures stay in
// SITE.work/pictures.
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const [site, executablePath] = process.argv.slice(2);
const address = pathToFileURL(resolve(site)).href, pictures = `${site}.work/pictures`;
const PAGES = ['index', 'start', 'parameters', 'charts', 'play', 'limits', 'docs/recipes', 'reference/world', 'engines/unity'];
const SCREENS = {
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme: 'dark' },
  desk: { viewport: { width: 1280, height: 900 }, colorScheme: 'light' },
};
mkdirSync(pictures, { recursive: true });
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });

const check = (name, faults) => console.log(faults.length ? `FAILED: ${name}: ${[...new Set(faults)].join('; ')}` : `ok ${name}`);

async function open(screen, name) {
  const page = await browser.newPage(SCREENS[screen]), faults = [];
  page.on('console', (message) => { if (['error', 'warning'].includes(message.type())) faults.push(message.text()); });
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('request', (request) => { if (/^(https?|wss?):/.test(request.url())) faults.push(`loads ${request.url()}`); });
  await page.goto(`${address}/${name}.html`, { waitUntil: 'load' });
  return { page, faults };
}

for (const screen of Object.keys(SCREENS))
  for (const name of PAGES) {
    const { page, faults } = await open(screen, name);
    await page.waitForTimeout(300);
    const seen = await page.evaluate(() => {
      const [r, g, b] = getComputedStyle(document.body).backgroundColor.match(/\d+/g).map(Number);
      return { wider: document.documentElement.scrollWidth - innerWidth, dark: r + g + b < 384, words: document.body.innerText.length };
    });
    if (seen.wider > 0) faults.push(`${seen.wider} pixels wider than the window`);
    if (seen.dark !== (screen === 'phone')) faults.push('not in the theme of the system');
    if (seen.words < 150) faults.push('nearly empty');
    await page.screenshot({ path: `${pictures}/${screen}-${name.replace('/', '-')}.png` });
    check(`${name} on a ${screen}`, faults);
    await page.close();
  }

{
  const { page, faults } = await open('desk', 'index');
  await page.click('.md-search__input');
  await page.keyboard.type('transport');
  await page.waitForSelector('.md-search-result__item a[href*="recipes.html"]', { timeout: 20000 }).catch(() => faults.push('finds nothing'));
  check('the search, without a server', faults);
  await page.close();
}
{
  const { page, faults } = await open('desk', 'parameters');
  await page.evaluate(() => document.getElementById('reverse').scrollIntoView());
  await page.waitForFunction(() => [...document.querySelectorAll('video')].some((film) => film.currentTime > 0.3), { timeout: 20000 })
    .catch(() => faults.push('no film plays'));
  check('films in sight play', faults);
  await page.close();
}
await browser.close();

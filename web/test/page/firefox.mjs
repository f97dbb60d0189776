// Firefox without a screen, by WebDriver BiDi. A browser of a theme gives pages as the tests in all browsers use them.
import puppeteer from 'puppeteer-core';

/** folder: where downloads go; first: runs in each page before all else. */
export async function openFirefox(executablePath, { theme, folder, first }) {
  const browser = await puppeteer.launch({
    browser: 'firefox', executablePath, extraPrefsFirefox: {
      'layout.css.prefers-color-scheme.content-override': theme === 'dark' ? 0 : 1,
      'browser.download.folderList': 2, 'browser.download.dir': folder,
    },
  });
  const page = await browser.newPage(), complaints = [];
  page.on('console', (message) => { if (['error', 'warn'].includes(message.type())) complaints.push(message.text()); });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.evaluateOnNewDocument(first);
  return {
    go: (address) => page.goto(address),
    resize: (width, height) => page.setViewport({ width, height }),
    run: (inside, ...given) => page.evaluate(inside, ...given),
    click: (x, y) => page.mouse.click(x, y),
    async key(name, { control = false } = {}) {
      if (control) await page.keyboard.down('Control');
      await page.keyboard.press(name);
      if (control) await page.keyboard.up('Control');
    },
    picture: () => page.screenshot(),
    complaints: async () => complaints,
    close: () => browser.close(),
  };
}

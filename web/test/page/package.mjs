// The page that the README of the package shows, served and opened as a reader would.
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, extname, join } from 'node:path';
import { browser, file, test, watch, work } from './helpers.mjs';

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm' };
const folder = join(work, 'site'), text = readFileSync(join(dirname(file), 'package', 'README.md'), 'utf8');
mkdirSync(join(folder, 'node_modules'), { recursive: true });
cpSync(join(dirname(file), 'package'), join(folder, 'node_modules', 'sidle'), { recursive: true });
const [, shown] = /```html\n([\s\S]*?)```/.exec(text);
writeFileSync(join(folder, 'index.html'), shown);

const server = createServer(({ url }, answer) => {
  const name = url === '/' ? '/index.html' : url;
  if (name === '/favicon.ico') return answer.writeHead(204).end();
  return answer.writeHead(200, { 'content-type': TYPES[extname(name)] ?? 'text/plain' }).end(readFileSync(join(folder, name)));
}).listen(0, '127.0.0.1');
await new Promise((done) => server.once('listening', done));

await test('the page of the README has at most forty lines, and two troops cross in it', async () => {
  assert.ok(shown.trim().split('\n').length <= 40);
  const page = await browser.newPage();
  watch(page);
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  const drawn = () => page.evaluate(() => {
    const copy = Object.assign(document.createElement('canvas'), { width: 800, height: 480 }).getContext('2d', { willReadFrequently: true });
    copy.drawImage(document.querySelector('canvas'), 0, 0);
    const { data } = copy.getImageData(0, 0, 800, 480);
    const middle = (red) => { // of the pixels of a troop, from the left
      let sum = 0, count = 0;
      for (let k = 0; k < data.length; k += 4) if (data[k + 3] > 200 && (data[k] > 180) === red && Math.abs(data[k] - data[k + 2]) > 100) { sum += (k / 4) % 800; count++; }
      return sum / count;
    };
    return { blue: middle(false), red: middle(true) };
  });
  await page.waitForTimeout(500);
  const first = await drawn();
  assert.ok(first.blue < 300 && first.red > 500, JSON.stringify(first));
  for (let k = 0; k < 100; k++) {
    const { blue, red } = await drawn();
    if (blue > 500 && red < 300) break;
    await page.waitForTimeout(400);
  }
  const last = await drawn();
  assert.ok(last.blue > 500 && last.red < 300, JSON.stringify(last));
  await page.close();
});
server.close();

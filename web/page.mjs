// page.mjs SOURCE_ROOT PACKAGE OUTPUT: the playground in one file, which opens without a server. Its
// modules stay as they are: an import map leads from their names to data URLs.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const [root, folder, output] = process.argv.slice(2);
const pageFolder = join(root, 'web', 'page');
const read = (...path) => readFileSync(join(...path), 'utf8');
const endingWith = (where, end) => readdirSync(where).filter((name) => name.endsWith(end)).sort();

const imports = {};
for (const where of [folder, pageFolder])
  for (const name of endingWith(where, '.js')) {
    // A module behind a data URL has no neighbours: it names them in full.
    const code = read(where, name).replaceAll(/from '\.\/([\w-]+\.js)'/g, "from '$1'") +
      `\n//# sourceURL=${name}\n`;
    imports[name] = `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`;
  }

const maps = {};
for (const where of [pageFolder, join(root, 'maps')])
  for (const name of endingWith(where, '.map')) maps[basename(name, '.map')] = read(where, name);

const wasm = readFileSync(join(folder, 'sidle.wasm')).toString('base64');
const json = (value) => JSON.stringify(value).replaceAll('<', '\\u003c');
const page = read(pageFolder, 'index.html')
  .replace('/*STYLE*/', () => read(pageFolder, 'style.css'))
  .replace('/*MAPS*/', () => json(maps))
  .replace('<script type="importmap">/*IMPORTS*/', () => `<script>globalThis.SIDLE_WASM = "${wasm}";</script>\n<script type="importmap">${json({ imports })}`);
writeFileSync(output, page);

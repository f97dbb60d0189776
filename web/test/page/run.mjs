// run.mjs PAGE SOURCE_ROOT SIDLE CHROMIUM [SUITE...]: the playground, used as a person would, in headless Chromium.
import { finish } from './helpers.mjs';

const suites = process.argv.slice(6);
for (const suite of suites.length ? suites : ['play', 'edit', 'sight', 'package', 'speed']) await import(`./${suite}.mjs`);
await finish();

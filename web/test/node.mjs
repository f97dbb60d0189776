// node.mjs PACKAGE SOURCE_ROOT SIDLE: the package under node, and its hashes beside those of the native command.
import { finish } from './node/helpers.mjs';

for (const suite of ['fixtures', 'play', 'world']) await import(`./node/${suite}.mjs`);
finish();

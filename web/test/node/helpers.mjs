// The package under node and the native command, as all tests of the package use them: node.mjs PACKAGE SOURCE_ROOT SIDLE.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

export const [folder, root, native] = process.argv.slice(2);
export const address = pathToFileURL(resolve(folder, 'sidle.js')).href;
export const { SidleError, load, valueText, writeConfig, writeFixture } = await import(address);
export const work = mkdtempSync(join(tmpdir(), 'sidle-web-'));
let passed = 0, failed = 0;

export async function test(name, body) {
  try {
    await body();
    passed++;
  } catch (error) {
    failed++;
    console.log(`FAILED: ${name}: ${error.stack}`);
  }
}

export const map = (name) => readFileSync(join(root, 'maps', `${name}.map`), 'utf8');
export const runNative = (...args) => JSON.parse(execFileSync(native, ['run', ...args, '--json', '-'], { encoding: 'utf8' }));

export function run(play, ticks) {
  for (let k = 0; k < ticks; k++) assert.ok(play.tick(), play.said);
  return play.hash;
}

/** A scene as text, played natively and here. */
export function sameAsNative(text, config, ...options) {
  const file = join(work, 'scene.map'), ini = join(work, 'config.ini');
  writeFileSync(file, text);
  writeFileSync(ini, config);
  return runNative(file, '--config', ini, ...options);
}

/** A map with these lines above it, and units of group a. */
export const crew = (head, ...units) => `type octile\nheight 9\nwidth 30\nseconds 20\n${head}\n${units.map((unit) => `unit a ${unit}\n`).join('')}` +
  `map\n${`${'.'.repeat(30)}\n`.repeat(9)}`;

/** Ends all; the exit status says whether it was good. */
export function finish() {
  rmSync(work, { recursive: true });
  console.log(`web: ${passed} passed, ${failed} failed`);
  process.exitCode = failed ? 1 : 0;
}

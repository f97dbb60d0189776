// types.mjs PACKAGE: writes the values of a profile into its sidle.d.ts, a key for each row of the parameter table.
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [folder] = process.argv.slice(2), file = join(folder, 'sidle.d.ts');
const { load, valueText } = await import(pathToFileURL(resolve(folder, 'sidle.js')));
const TYPES = {
  float: 'number', whole: 'number', switch: 'boolean', terrain: 'Terrain[]', ladder: 'Step[]',
  classes: 'number | number[] | Partial<Record<Terrain, number>>',
};

const { params } = await load();
const rows = params.map((param) => {
  const { name, type, unit, help } = param, range = type === 'float' || type === 'whole' ? `, ${Number(param.min.toPrecision(6))} to ${Number(param.max.toPrecision(6))}` : '';
  return `  /** ${help}${unit ? `, ${unit}` : ''}${range}; ${valueText(param, param.default)} */\n  ${name}?: ${TYPES[type]};`;
});
const text = `/** Values of a profile, by the parameter table (Sidle.params); those that are missing follow from radius and top_speed, or have their defaults. */
export interface ProfileValues {\n${rows.join('\n')}\n}`;
writeFileSync(file, readFileSync(file, 'utf8').replace('/*PROFILE_VALUES*/', () => text));

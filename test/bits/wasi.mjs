// Runs a WebAssembly program under Node, with the folder of its first argument in its reach.
//
//   node --no-warnings wasi.mjs PROGRAM FOLDER ARGUMENT...
import { readFile } from 'node:fs/promises'
import { WASI } from 'node:wasi'

const [program, folder, ...args] = process.argv.slice(2)
const wasi = new WASI({ version: 'preview1', args: [program, ...args], preopens: { '/': folder }, returnOnExit: true })
const module = await WebAssembly.compile(await readFile(program))
const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi.wasiImport })
process.exitCode = wasi.start(instance)

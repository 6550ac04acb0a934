import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { build, type Plugin } from 'esbuild'

/** Packages that contain binaries, or that are optional. */
const external = ['sharp', 'esbuild', 'pg-native']

/** Bundles the server from its entry file into a folder: main.js, and chunks that it loads when needed. */
export async function bundleServer(entry: string, folder: string): Promise<void> {
  const { outputFiles } = await build({
    // The files of threads and processes lie beside the file that starts them.
    entryPoints: {
      main: entry,
      'sqlite-thread': join(dirname(entry), 'store/engines/sqlite-thread.ts'),
      'mail-process': join(dirname(entry), 'adapters/mail-process.ts'),
      'pictures-process': join(dirname(entry), 'adapters/pictures-process.ts'),
      'build-site': join(dirname(entry), '../../site/src/build.ts'),
    },
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node26',
    external,
    logLevel: 'error',
    // V8 keeps the text of the program in memory. Names stay, and lines are short, for traces of faults.
    legalComments: 'none',
    minifyWhitespace: true,
    lineLimit: 500,
    write: false,
    // Some packages still use require.
    banner: {
      js: `import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);`,
    },
    plugins: [keepFolders],
  })
  for (const { path, text } of outputFiles) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, asciiOf(text))
  }
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
}

/**
 * Escapes letters that are not of ASCII. esbuild leaves them in regular expressions, and one of them is enough for V8 to
 * keep two bytes of each letter of a file.
 */
const asciiOf = (text: string) =>
  text.replaceAll(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Keeps files in place that the sources look for beside themselves. */
const keepFolders: Plugin = {
  name: 'keep-folders',
  setup(bundle) {
    bundle.onLoad({ filter: /\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replaceAll('import.meta.dirname', JSON.stringify(dirname(path))),
      loader: 'ts',
    }))
  },
}

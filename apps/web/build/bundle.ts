import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { build, type BuildOptions, type Metafile, type OutputFile } from 'esbuild'
import { compileWords, type Words } from './compile-words.ts'
import { oneFirstPart } from './one-first-part.ts'
import { clientPage } from './page.ts'
import { usedIcons } from './used-icons.ts'

const sources = join(dirname(import.meta.dirname), 'src')

/** `development`: with names, sources, and a part that reloads the page after a build. */
export type Mode = 'production' | 'development'

/** The purpose of a bundle. */
interface Given {
  readonly mode: Mode
  readonly words: Words
}

/** A file that the bundler made, at its address. */
export interface BundledFile {
  readonly path: string
  readonly bytes: Uint8Array
}

export interface Bundle {
  /** Files below /assets; each has a hash in its name. */
  readonly files: readonly BundledFile[]
  /** Addresses of what the page loads at first. */
  readonly first: FirstLoad
  /** The service worker, at an address that never changes; undefined without such a source. */
  readonly worker: Uint8Array | undefined
  /** The sources of which something is in a file, by its address. */
  readonly inputs: ReadonlyMap<string, readonly string[]>
}

export interface FirstLoad {
  /** Modules that the page runs, in their order. */
  readonly entries: readonly string[]
  /** Modules that the entries import. */
  readonly imports: readonly string[]
  readonly styles: readonly string[]
  readonly fonts: readonly string[]
  /** The style sheet of parts that are loaded when needed. */
  readonly laterStyles?: string | undefined
  /** The style sheet that the first formula loads. */
  readonly formulaStyles?: string | undefined
  /** The worker that searches the messages of the device. */
  readonly searchWorker?: string | undefined
  /** The worker that asks other organizations for their names. */
  readonly outsideWorker?: string | undefined
}

/** Browsers from the spring of 2024 on: those that know `light-dark()`. */
const target = ['chrome123', 'firefox120', 'safari17.5']

export const bundleOptions = (mode: Mode, words: Words): BuildOptions => ({
  bundle: true,
  format: 'esm',
  target,
  jsx: 'automatic',
  jsxImportSource: 'preact',
  minify: mode === 'production',
  sourcemap: mode === 'production' ? false : 'inline',
  legalComments: 'none',
  charset: 'utf8',
  logLevel: 'silent',
  define: { 'process.env.NODE_ENV': JSON.stringify(mode) },
  plugins: [compileWords(words), usedIcons(sources)],
})

const entryFiles = (mode: Mode): string[] =>
  [
    ...['early.ts', 'main.tsx', 'styles/main.css', 'styles/later.css', 'styles/formulas.css'].map((name) =>
      join(sources, name),
    ),
    ...(mode === 'development' ? [join(import.meta.dirname, 'reload.ts')] : []),
  ].filter((path) => existsSync(path))

/** Options for the files below /assets: entries, and parts that are loaded when needed. */
export const assetOptions = (mode: Mode, words: Words) =>
  ({
    ...bundleOptions(mode, words),
    plugins: [compileWords(words), usedIcons(sources), oneFirstPart(join(sources, 'main.tsx'))],
    entryPoints: entryFiles(mode),
    splitting: true,
    outdir: '/assets',
    outbase: sources,
    entryNames: '[name]-[hash]',
    chunkNames: 'part-[hash]',
    assetNames: '[name]-[hash]',
    loader: { '.woff2': 'file' },
    // Older forms of fonts, which no browser here asks for.
    external: ['*.woff', '*.ttf'],
    metafile: true,
    write: false,
  }) satisfies BuildOptions

/** Bundles the client. Throws esbuild's failure, whose message lists the mistakes. */
export async function bundleClient(mode: Mode, words: Words = 'own'): Promise<Bundle> {
  const { outputFiles, metafile } = await build(assetOptions(mode, words))
  return describe(outputFiles, metafile, { mode, words })
}

/** Finds out what a bundle consists of, and adds the service worker. */
export async function describe(
  outputFiles: readonly OutputFile[],
  metafile: Metafile,
  given: Given,
): Promise<Bundle> {
  const { mode } = given
  const [search, outside] = await Promise.all([
    bundlePageWorker('search-worker', given),
    bundlePageWorker('outside-worker', given),
  ])
  const files = [
    ...outputFiles.map(({ path, contents }) => ({ path: `/assets/${basename(path)}`, bytes: contents })),
    ...search,
    ...outside,
  ]
  const first: FirstLoad = {
    ...firstLoad(metafile),
    searchWorker: search[0]?.path,
    outsideWorker: outside[0]?.path,
  }
  const worker = join(sources, 'worker/service-worker.ts')
  // Files that are drawn or run. Further fonts and pictures are kept once they are asked for.
  const code = files.map(({ path }) => path).filter((path) => /\.(js|css)$/.test(path))
  // In development, a change would have to wait for its worker.
  const shell = mode === 'production' ? ['/', ...code, ...first.fonts] : []
  const version = createHash('sha256')
    .update(clientPage(first) + shell.join('\n'))
    .digest('hex')
    .slice(0, 12)
  return {
    files,
    first,
    worker: existsSync(worker) ? await bundleWorker(worker, { shell, version }, given) : undefined,
    inputs: new Map(
      Object.entries(metafile.outputs).map(([path, { inputs }]) => [
        `/assets/${basename(path)}`,
        Object.keys(inputs).filter((input) => (inputs[input]?.bytesInOutput ?? 0) > 0),
      ]),
    ),
  }
}

/**
 * Bundles the service worker. In its source, `shellFiles` is the list of addresses to keep for a start offline, and
 * `shellVersion` their name.
 */
async function bundleWorker(
  path: string,
  { shell, version }: { readonly shell: readonly string[]; readonly version: string },
  { mode, words }: Given,
): Promise<Uint8Array> {
  const options = bundleOptions(mode, words)
  const { outputFiles } = await build({
    ...options,
    entryPoints: [path],
    write: false,
    define: {
      ...options.define,
      shellFiles: JSON.stringify(shell),
      shellVersion: JSON.stringify(version),
    },
  })
  const [output] = outputFiles
  if (!output) throw new Error('esbuild made no service worker')
  return output.contents
}

/** Bundles a worker that the page begins: by itself, because the parts of the page are nothing for a worker. */
async function bundlePageWorker(name: string, { mode, words }: Given): Promise<readonly BundledFile[]> {
  const entry = join(sources, `worker/${name}.ts`)
  if (!existsSync(entry)) return []
  const { outputFiles } = await build({
    ...bundleOptions(mode, words),
    entryPoints: [entry],
    outdir: '/assets',
    entryNames: '[name]-[hash]',
    write: false,
  })
  return outputFiles.map(({ path, contents }) => ({ path: `/assets/${basename(path)}`, bytes: contents }))
}

function firstLoad({ outputs }: Metafile): FirstLoad {
  const at = (path: string) => `/assets/${basename(path)}`
  const entries: string[] = []
  const styles: string[] = []
  const fonts: string[] = []
  let formulaStyles: string | undefined
  let laterStyles: string | undefined
  const imports = new Set<string>()
  const follow = (path: string) => {
    const output = outputs[path]
    for (const next of output ? importsOf(output) : []) {
      if (!imports.has(next)) {
        imports.add(next)
        follow(next)
      }
    }
  }
  for (const [path, output] of Object.entries(outputs)) {
    // The file for Latin letters; others come when a text needs them.
    if (/figtree-latin-wght-normal-\w+\.woff2$/.test(path)) fonts.push(at(path))
    if (output.entryPoint === undefined) continue
    if (basename(path).startsWith('formulas-')) formulaStyles = at(path)
    else if (basename(path).startsWith('later-')) laterStyles = at(path)
    else if (path.endsWith('.css')) styles.push(at(path))
    // A part that is loaded when needed is an entry of its own for esbuild.
    else if (isFirst(output.entryPoint)) {
      // esbuild puts what entries share into parts: one that is left without code of its own would only be asked for.
      const hasCode = Object.values(output.inputs).some(({ bytesInOutput }) => bytesInOutput > 0)
      entries.push(...(hasCode ? [path] : importsOf(output)).map(at))
      if (output.cssBundle !== undefined) styles.push(at(output.cssBundle))
      follow(path)
    }
  }
  const isEntry = new Set(entries)
  return {
    entries: [...isEntry],
    imports: [...imports].map(at).filter((path) => !isEntry.has(path)),
    styles,
    fonts,
    laterStyles,
    formulaStyles,
  }
}

/** Returns the modules that a file imports before it runs. */
const importsOf = ({ imports }: Metafile['outputs'][string]): string[] =>
  imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => path)

const isFirst = (entry: string) =>
  /^(src\/(early\.ts|main\.tsx)|build\/reload\.ts)$/.test(relative(dirname(sources), entry))

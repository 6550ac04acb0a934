// npm run client:build [-- <folder>]
//
// Makes the package of `@tagma/client` as it is published: JavaScript, declarations and the README, in
// packages/client/dist or another folder. Node takes no TypeScript from node_modules.
import { spawnSync } from 'node:child_process'
import { copyFileSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { build } from 'esbuild'

const root = join(import.meta.dirname, '..')
const source = join(root, 'packages/client')
const out = resolve(process.argv[2] ?? join(source, 'dist'))
const entries = { main: 'src/main.ts', bot: 'src/bot.ts' }

interface PackageJson {
  readonly version: string
  readonly description: string
  readonly license: string
  readonly engines: object
}

rmSync(out, { recursive: true, force: true })
mkdirSync(out, { recursive: true })
await build({
  entryPoints: Object.entries(entries).map(([name, path]) => ({ in: join(source, path), out: name })),
  outdir: out,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'neutral',
  target: 'es2024',
  legalComments: 'none',
})
writeDeclarations()
writeManifest()
for (const [from, name] of [
  [join(source, 'README.md'), 'README.md'],
  [join(root, 'LICENSE'), 'LICENSE'],
] as const)
  copyFileSync(from, join(out, name))
console.log(`@tagma/client is in ${relative(process.cwd(), out) || '.'}`)

/** Declarations of the client and of the contract, which name each other by relative paths. */
function writeDeclarations(): void {
  const types = join(out, 'types')
  const made = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/typescript/bin/tsc'),
      ...['--declaration', '--emitDeclarationOnly', '--noEmit', 'false', '--outDir', types],
      ...['--rootDir', join(root, 'packages'), '--ignoreConfig'],
      ...[
        '--target',
        'esnext',
        '--module',
        'nodenext',
        '--lib',
        'esnext,dom,dom.iterable',
        '--types',
        'node',
      ],
      ...['--strict', '--noUncheckedIndexedAccess', '--allowImportingTsExtensions', '--skipLibCheck'],
      ...['--resolveJsonModule', '--verbatimModuleSyntax'],
      ...Object.values(entries).map((path) => join(source, path)),
      // Named one by one: what is found in node_modules gets no declarations.
      ...globSync('packages/contract/src/**/*.ts', { cwd: root }).filter((path) => !path.includes('.test.')),
    ],
    { cwd: root, encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(`The declarations were not made:\n${made.stdout}${made.stderr}`)
  for (const path of globSync('**/*.d.ts', { cwd: types })) {
    const file = join(types, path)
    const up = relative(dirname(file), join(types, 'contract/src')) || '.'
    const text = readFileSync(file, 'utf8')
      .replaceAll(
        /(['"])@tagma\/contract\/([\w./-]+)\.ts\1/g,
        `$1${up.startsWith('.') ? up : `./${up}`}/$2.js$1`,
      )
      .replaceAll(/(from |import\()(['"])(\.{1,2}\/[\w./-]+)\.ts\2/g, '$1$2$3.js$2')
    writeFileSync(file, text)
  }
}

function writeManifest(): void {
  const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8')) as object
  const { version, description, license, engines } = read('packages/client/package.json') as PackageJson
  const { dependencies } = read('packages/contract/package.json') as { readonly dependencies: object }
  const entry = (name: string) => ({
    types: `./types/client/src/${name}.d.ts`,
    default: `./${name}.js`,
  })
  const manifest = {
    ...{ name: '@tagma/client', version, description, license, engines },
    ...{ type: 'module', sideEffects: false },
    exports: { '.': entry('main'), './bot': entry('bot') },
    // The declarations name its types; no code of it is run.
    dependencies,
  }
  writeFileSync(join(out, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}

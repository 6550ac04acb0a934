import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { build, stop } from 'esbuild'

/** Addresses of the files that pages load. Each name holds a hash of the file. */
export interface AssetPaths {
  readonly style: string
  readonly script: string
  readonly search: string
  readonly font: string
  readonly icon: string
}

export interface Assets {
  readonly paths: AssetPaths
  readonly files: ReadonlyMap<string, Uint8Array>
}

const sources = dirname(import.meta.dirname)

/** Bundles and minifies styles and scripts. */
export async function buildAssets(): Promise<Assets> {
  const files = new Map<string, Uint8Array>()
  const add = (name: string, extension: string, bytes: Uint8Array): string => {
    const hash = createHash('sha256').update(bytes).digest('base64url').replaceAll(/[-_]/g, '').slice(0, 8)
    const path = `/assets/${name}-${hash}.${extension}`
    files.set(path, bytes)
    return path
  }
  const fontFile = createRequire(import.meta.url).resolve(
    '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
  )
  const font = add('figtree', 'woff2', readFileSync(fontFile))
  const icon = add('icon', 'svg', readFileSync(join(sources, 'styles/icon.svg')))

  const bundle = async (entry: string, define: Record<string, string> = {}): Promise<Uint8Array> => {
    const { outputFiles } = await build({
      entryPoints: [join(sources, entry)],
      bundle: true,
      minify: true,
      write: false,
      format: 'esm',
      target: ['chrome123', 'firefox120', 'safari17.5'],
      legalComments: 'none',
      define,
      external: ['*.woff2'],
    })
    const [output] = outputFiles
    if (!output) throw new Error(`esbuild made nothing of ${entry}`)
    return output.contents
  }
  const [style, script, search] = await Promise.all([
    bundle('styles/site.css'),
    bundle('browser/page.ts'),
    bundle('browser/search.ts'),
  ])
  // Ends its process.
  await stop()
  const styleText = Buffer.from(style).toString().replaceAll('figtree.woff2', font)
  return {
    paths: {
      font,
      icon,
      style: add('site', 'css', Buffer.from(styleText)),
      script: add('page', 'js', script),
      search: add('search', 'js', search),
    },
    files,
  }
}

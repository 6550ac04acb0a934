import { dirname } from 'node:path'
import type { Plugin } from 'esbuild'

const namespace = 'later'

/**
 * Puts all that the page loads at first into one file, where esbuild alone makes 80 small ones: over HTTP/1.1 a browser
 * asks for six at a time, which took two seconds on 4G.
 *
 * esbuild puts two modules into one file if the same entries reach both. So each part that is loaded later says that it
 * needs the page's entry, which is there by then.
 */
export const oneFirstPart = (entry: string): Plugin => ({
  name: 'one-first-part',
  setup(build) {
    build.onResolve({ filter: /^(#|\.|@tagma\/)/ }, async ({ path, kind, resolveDir, importer }) => {
      if (kind !== 'dynamic-import' || path.endsWith('.json')) return undefined
      const found = await build.resolve(path, { kind: 'import-statement', resolveDir, importer })
      return { ...found, namespace }
    })
    build.onLoad({ filter: /^/, namespace }, ({ path }) => ({
      contents: `import ${JSON.stringify(entry)}\nexport * from ${JSON.stringify(path)}`,
      resolveDir: dirname(path),
      loader: 'js',
    }))
  },
})

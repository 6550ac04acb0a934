import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { transformSync } from 'esbuild'

// Lets tests import TSX: Node erases types, and esbuild turns the elements into calls first. What it made of a file is
// kept, because starting esbuild takes longer than all of its work.

const kept = join(import.meta.dirname, '../node_modules/.cache/tagma-tsx')
mkdirSync(kept, { recursive: true })

registerHooks({
  load(url, context, nextLoad) {
    // The runner of tests puts a query behind an address.
    const [address = ''] = url.split('?')
    if (!address.endsWith('.tsx')) return nextLoad(url, context)
    const path = fileURLToPath(address)
    return { format: 'module', source: scriptOf(path, readFileSync(path, 'utf8')), shortCircuit: true }
  },
})

function scriptOf(path: string, source: string): string {
  const file = join(kept, `${createHash('sha256').update(path).update(source).digest('hex').slice(0, 24)}.js`)
  try {
    return readFileSync(file, 'utf8')
  } catch {
    const { code } = transformSync(source, {
      loader: 'tsx',
      jsx: 'automatic',
      jsxImportSource: 'preact',
      target: 'node26',
      sourcefile: path,
      sourcemap: 'inline',
    })
    writeFileSync(file, code)
    return code
  }
}

import { readFileSync } from 'node:fs'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'esbuild'

/** Compiles the texts of the catalogs, so that the page needs no parser of ICU messages. */
export const compileWords: Plugin = {
  name: 'compile-words',
  setup(build) {
    build.onLoad({ filter: /[/\\]words[/\\][a-z-]+[/\\][a-z-]+\.json$/ }, ({ path }) => {
      const texts = JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>
      const compiled = Object.entries(texts).map(([id, text]) => [id, compileMessage(text)])
      return { contents: JSON.stringify(Object.fromEntries(compiled)), loader: 'json' }
    })
  },
}

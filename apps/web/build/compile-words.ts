import { readFileSync } from 'node:fs'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'esbuild'
import { pseudoMessage } from './pseudo-language.ts'

/** `own`: the texts of the catalogs. `pseudo`: English in a language that nobody speaks, for tests. */
export type Words = 'own' | 'pseudo'

/** Compiles the texts of the catalogs, so that the page needs no parser of ICU messages. */
export const compileWords = (words: Words): Plugin => ({
  name: 'compile-words',
  setup(build) {
    build.onLoad({ filter: /[/\\]words[/\\][a-z-]+[/\\][a-z-]+\.json$/ }, ({ path }) => {
      const texts = JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>
      const compile =
        words === 'pseudo' && /[/\\]en[/\\][a-z-]+\.json$/.test(path) ? pseudoMessage : compileMessage
      const compiled = Object.entries(texts).map(([id, text]) => [id, compile(text)])
      return { contents: JSON.stringify(Object.fromEntries(compiled)), loader: 'json' }
    })
  },
})

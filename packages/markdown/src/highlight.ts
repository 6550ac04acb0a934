import type { HLJSApi } from 'highlight.js'
import table from './code-languages.json' with { type: 'json' }
import { PygmentsEmitter } from './pygments-emitter.ts'

/** A language that a fence can name: its name in Pygments, and the grammar that highlights it, or "". */
export interface CodeLanguage {
  readonly name: string
  readonly grammar: string
}

/**
 * Longer code, or code with a longer line, is not highlighted: several grammars take time quadratic in the length of a
 * line. In UTF-16 units.
 */
const maxLength = 10_000
const longLine = /.{501}/

/** Grammars that contain other grammars. */
const embedded: Readonly<Record<string, readonly string[]>> = {
  django: ['xml'],
  erb: ['xml', 'ruby'],
  handlebars: ['xml'],
  javascript: ['xml'],
  markdown: ['xml'],
  'php-template': ['xml', 'php'],
  twig: ['xml'],
  typescript: ['xml'],
  xml: ['css', 'javascript'],
}

let byAlias: Map<string, CodeLanguage> | undefined

/**
 * Returns the language that a word after a fence names (by any of its aliases), or undefined if clients do not know it.
 */
export function findCodeLanguage(word: string): CodeLanguage | undefined {
  byAlias ??= new Map(
    Object.entries(table).flatMap(([name, words]) => {
      const [grammar = '', ...aliases] = words.split(' ')
      return aliases.map((alias) => [alias, { name, grammar }] as const)
    }),
  )
  return byAlias.get(word.toLowerCase())
}

/** Returns the language that the first line of a program names (`#!/usr/bin/env python3`), or undefined. */
export function shebangLanguage(code: string): CodeLanguage | undefined {
  const interpreter = /^#!\s*(?:\S*\/)?(?:env +)?([\w.+-]+)/.exec(code)?.[1]
  return interpreter === undefined ? undefined : findCodeLanguage(interpreter)
}

/** The number of grammars that stay compiled. One takes up to 1 MB of memory. */
const maxGrammars = 24

let library: Promise<HLJSApi> | undefined

/** Highlights code with the grammars it was loaded with. */
export class Highlighter {
  readonly #highlighter: HLJSApi

  /** Loads the library and the grammars (of `CodeLanguage`), each at first use. */
  static async load(grammars: Iterable<string>): Promise<Highlighter> {
    library ??= import('highlight.js/lib/core').then(({ default: core }) => {
      const instance = core.newInstance()
      instance.configure({ __emitter: PygmentsEmitter })
      return instance
    })
    const highlighter = await library
    const wanted = withEmbedded(grammars)
    await Promise.all([...wanted].map((grammar) => register(highlighter, grammar)))
    forgetOthers(highlighter, wanted)
    return new Highlighter(highlighter)
  }

  constructor(highlighter: HLJSApi) {
    this.#highlighter = highlighter
  }

  /** Returns the code as HTML with Pygments' classes, or null if it cannot be highlighted. */
  highlight(code: string, grammar: string): string | null {
    if (code.length > maxLength || longLine.test(code)) return null
    if (this.#highlighter.getLanguage(grammar) === undefined) return null
    const result = this.#highlighter.highlight(code, { language: grammar, ignoreIllegals: true })
    // A grammar that failed has not seen all of the code.
    if (result.errorRaised !== undefined) return null
    return result._emitter instanceof PygmentsEmitter ? result._emitter.html(grammar) : null
  }
}

function withEmbedded(grammars: Iterable<string>): Set<string> {
  const all = new Set(grammars)
  for (const grammar of all) for (const inner of embedded[grammar] ?? []) all.add(inner)
  return all
}

async function register(highlighter: HLJSApi, grammar: string): Promise<void> {
  if (highlighter.getLanguage(grammar) !== undefined) return
  const { grammarLoaders } = await import('./highlight-grammars.ts')
  const module = await grammarLoaders[grammar]?.()
  if (module !== undefined) highlighter.registerLanguage(grammar, module.default)
}

/** Drops the grammars that were loaded first, until the number to keep is reached. */
function forgetOthers(highlighter: HLJSApi, wanted: ReadonlySet<string>): void {
  const others = highlighter.listLanguages().filter((grammar) => !wanted.has(grammar))
  for (const grammar of others.slice(0, Math.max(0, others.length + wanted.size - maxGrammars))) {
    highlighter.unregisterLanguage(grammar)
  }
}

import type { Element, ElementContent } from 'hast'
import type { Emitter, Language } from 'highlight.js'
import core from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import ini from 'highlight.js/lib/languages/ini'
import json from 'highlight.js/lib/languages/json'
import nginx from 'highlight.js/lib/languages/nginx'
import python from 'highlight.js/lib/languages/python'
import typescript from 'highlight.js/lib/languages/typescript'

/** Classes of the scopes of highlight.js, by the first part of the scope. Other scopes have no colour. */
const tokens: Readonly<Record<string, string>> = {
  attr: 'keyword',
  attribute: 'keyword',
  built_in: 'function',
  comment: 'comment',
  keyword: 'keyword',
  literal: 'constant',
  meta: 'comment',
  number: 'constant',
  regexp: 'string',
  section: 'function',
  string: 'string',
  title: 'function',
  variable: 'parameter',
}

/** The first line of a request and its headers. The library's own grammar demands an HTTP version. */
const http = (): Language => ({
  name: 'HTTP',
  contains: [
    { scope: 'keyword', begin: /^[A-Z]+(?= )/ },
    { scope: 'attribute', begin: /^[A-Za-z][\w-]*(?=: )/ },
  ],
})

/** Marks the parts of code with classes: `tk-keyword`, `tk-string` … The style sheet gives each a colour in each theme. */
export class CodeHighlighter {
  readonly #library = core.newInstance()

  constructor() {
    this.#library.configure({ __emitter: TokenEmitter })
    for (const [name, grammar] of Object.entries({ bash, http, ini, json, nginx, python, typescript }))
      this.#library.registerLanguage(name, grammar)
  }

  knows(language: string): boolean {
    return language === 'text' || this.#library.getLanguage(language) !== undefined
  }

  /** Returns the contents of the `code` element. */
  highlight(code: string, language: string): ElementContent[] {
    if (language === 'text') return [{ type: 'text', value: code }]
    const { _emitter: emitter } = this.#library.highlight(code, { language, ignoreIllegals: true })
    return emitter instanceof TokenEmitter ? emitter.elements : []
  }
}

/** Collects what highlight.js finds in code, as a flat row of elements. */
class TokenEmitter implements Emitter {
  readonly elements: ElementContent[] = []
  readonly #open: (string | undefined)[] = []

  addText(text: string): void {
    if (text !== '') push(this.elements, text, this.#open.at(-1))
  }

  startScope(name: string): void {
    this.#open.push(tokens[name.split('.', 1)[0] ?? ''] ?? this.#open.at(-1))
  }

  endScope(): void {
    this.#open.pop()
  }

  /** The library also calls the two methods above by these names. */
  openNode(name: string): void {
    this.startScope(name)
  }

  closeNode(): void {
    this.endScope()
  }

  __addSublanguage(emitter: Emitter): void {
    if (emitter instanceof TokenEmitter) this.elements.push(...emitter.elements)
  }

  finalize(): void {
    this.#open.length = 0
  }

  /** The library asks for it. */
  toHTML(): string {
    return ''
  }
}

/** Appends text, and joins it to the last piece if both have the same class. */
function push(result: ElementContent[], text: string, token: string | undefined): void {
  const className = token === undefined || text.trim() === '' ? undefined : `tk-${token}`
  const last = result.at(-1)
  const lastClass = last?.type === 'element' ? String((last.properties.className as string[])[0]) : undefined
  if (last?.type === 'text' && className === undefined) last.value += text
  else if (last?.type === 'element' && lastClass === className && last.children[0]?.type === 'text')
    last.children[0].value += text
  else if (className === undefined) result.push({ type: 'text', value: text })
  else result.push(span(className, text))
}

const span = (className: string, text: string): Element => ({
  type: 'element',
  tagName: 'span',
  properties: { className: [className] },
  children: [{ type: 'text', value: text }],
})

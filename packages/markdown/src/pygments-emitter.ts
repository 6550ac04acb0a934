import type { Emitter } from 'highlight.js'
import { escapeLiteral } from './html.ts'

/**
 * The short class names of Pygments for the scopes of highlight.js, by the whole scope or its first part. Clients style
 * these and know no others. A scope that is not listed leaves its text as what contains it.
 */
const classes: Readonly<Record<string, string>> = {
  addition: 'gi',
  attr: 'na',
  attribute: 'na',
  built_in: 'nb',
  bullet: 'k',
  'char.escape': 'se',
  class: '',
  code: 'sb',
  comment: 'c1',
  deletion: 'gd',
  emphasis: 'ge',
  formula: 's',
  function: '',
  keyword: 'k',
  link: 'nn',
  literal: 'kc',
  meta: 'cp',
  'meta.prompt': 'gp',
  name: 'nt',
  number: 'mi',
  operator: 'o',
  params: '',
  property: 'nx',
  punctuation: 'p',
  quote: 'ge',
  regexp: 'sr',
  section: 'gh',
  'selector-attr': 'na',
  'selector-class': 'nc',
  'selector-id': 'nn',
  'selector-pseudo': 'nd',
  'selector-tag': 'nt',
  string: 's',
  strong: 'gs',
  subst: '',
  symbol: 'ss',
  tag: '',
  'template-tag': 'cp',
  'template-variable': 'nv',
  title: 'nf',
  'title.class': 'nc',
  type: 'kt',
  variable: 'nv',
  'variable.constant': 'no',
  'variable.language': 'bp',
}

const stringClasses: Readonly<Record<string, string>> = { '"': 's2', "'": 's1', '`': 'sb' }

interface Scope {
  readonly name: string
  className: string
  /** Whether the class waits for the first text, which tells kinds of strings, numbers and comments apart. */
  open: boolean
}

/** Receives what highlight.js recognises and writes it as a flat row of `<span class="...">`, the form of Pygments. */
export class PygmentsEmitter implements Emitter {
  readonly #scopes: Scope[] = []
  readonly #runs: { className: string; text: string }[] = []

  addText(text: string): void {
    if (text === '') return
    const scope = this.#scopes.at(-1)
    if (scope?.open) {
      scope.className = refine(scope.name, scope.className, text)
      scope.open = false
    }
    const className = scope?.className ?? ''
    const last = this.#runs.at(-1)
    if (last?.className === className) last.text += text
    else this.#runs.push({ className, text })
  }

  startScope(name: string): void {
    const outer = this.#scopes.at(-1)
    const inClass = name === 'title' && outer?.name === 'class'
    const known = inClass ? 'nc' : (classes[name] ?? classes[name.split('.')[0]!])
    // Nothing inside a comment is told apart.
    const className = outer?.name === 'comment' ? outer.className : (known ?? outer?.className ?? '')
    const scopeName = outer?.name === 'comment' ? 'comment' : name
    this.#scopes.push({ name: scopeName, className, open: outer?.name !== 'comment' })
  }

  endScope(): void {
    this.#scopes.pop()
  }

  /** The library also calls the two above by these names. */
  openNode(name: string): void {
    this.startScope(name)
  }

  closeNode(): void {
    this.endScope()
  }

  __addSublanguage(emitter: Emitter): void {
    if (emitter instanceof PygmentsEmitter) this.#runs.push(...emitter.#runs)
  }

  finalize(): void {
    this.#scopes.length = 0
  }

  toHTML(): string {
    return this.#runs
      .map(({ className, text }) => {
        const html = escapeLiteral(text)
        // Whitespace between tokens belongs to none of them.
        return className === '' || text.trim() === '' ? html : `<span class="${className}">${html}</span>`
      })
      .join('')
  }
}

function refine(scope: string, className: string, text: string): string {
  switch (scope.split('.')[0]) {
    case 'string':
      return stringClasses[/^\s*[a-z]{0,2}(["'`])/i.exec(text)?.[1] ?? ''] ?? className
    case 'number':
      return numberClass(text.toLowerCase())
    case 'comment':
      if (text.startsWith('#!')) return 'ch'
      return /^(?:\/\*|\(\*|<!--|\{-|--\[\[)/.test(text) ? 'cm' : className
    case 'meta':
      return text.startsWith('#!') ? 'ch' : text.startsWith('@') ? 'nd' : className
    default:
      return className
  }
}

function numberClass(text: string): string {
  if (text.startsWith('0x')) return 'mh'
  if (text.startsWith('0b')) return 'mb'
  if (text.startsWith('0o')) return 'mo'
  return /[.e]/.test(text) ? 'mf' : 'mi'
}

import type { Emitter } from 'highlight.js'
import { escapeLiteral } from './html.ts'
import { type Habits, habitsOf, nameModules, type Run, tokens } from './pygments-tokens.ts'

/**
 * Pygments' short class names for the scopes of highlight.js, by the whole scope or its first part. Clients style only
 * these. The text of other scopes is styled like its surroundings.
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
  string: 's2',
  strong: 'gs',
  subst: '',
  symbol: 'ss',
  tag: '',
  'template-tag': 'cp',
  'template-variable': 'nv',
  title: 'nf',
  'title.class': 'nc',
  'title.class.inherited': 'n',
  type: 'kt',
  variable: 'nv',
  'variable.constant': 'no',
  'variable.language': 'bp',
}

const stringClasses: Readonly<Record<string, string>> = { "'": 's1', '`': 'sb' }

interface Scope {
  readonly name: string
  className: string
  /** Whether the class waits for the first text. That text tells kinds of strings, numbers and comments apart. */
  open: boolean
}

interface ScopedRun extends Run {
  text: string
  readonly scope: string
  /** The grammar of a part in another language. */
  grammar?: string
}

/** Writes the scopes of highlight.js as a flat row of `<span class="...">`, the form of Pygments. */
export class PygmentsEmitter implements Emitter {
  readonly #scopes: Scope[] = []
  readonly #runs: ScopedRun[] = []

  addText(text: string): void {
    if (text === '') return
    const scope = this.#scopes.at(-1)
    if (scope?.open) {
      scope.className = refine(scope.name, scope.className, text)
      scope.open = false
      const opening = scope.name === 'subst' ? /^[$#%]?\{/.exec(text)?.[0] : undefined
      if (opening !== undefined) {
        this.#add('si', opening, 'subst')
        this.addText(text.slice(opening.length))
        return
      }
    }
    this.#add(scope?.className ?? '', text, scope?.name ?? '')
  }

  #add(className: string, text: string, scope: string): void {
    const last = this.#runs.at(-1)
    if (last?.className === className && last.scope === scope && last.grammar === undefined) last.text += text
    else this.#runs.push({ className, text, scope })
  }

  startScope(name: string): void {
    const outer = this.#scopes.at(-1)
    const inClass = name === 'title' && outer?.name === 'class'
    const known = inClass ? 'nc' : (classes[name] ?? classes[name.split('.')[0]!])
    // A comment has one class throughout.
    const className = outer?.name === 'comment' ? outer.className : (known ?? outer?.className ?? '')
    const scopeName = outer?.name === 'comment' ? 'comment' : inClass ? 'title.class' : name
    this.#scopes.push({ name: scopeName, className, open: outer?.name !== 'comment' })
  }

  endScope(): void {
    const scope = this.#scopes.pop()
    const last = this.#runs.at(-1)
    if (
      scope?.name === 'subst' &&
      last?.scope === 'subst' &&
      last.className === '' &&
      last.text.endsWith('}')
    ) {
      last.text = last.text.slice(0, -1)
      this.#add('si', '}', 'subst')
    }
  }

  /** The library also calls the two methods above by these names. */
  openNode(name: string): void {
    this.startScope(name)
  }

  closeNode(): void {
    this.endScope()
  }

  __addSublanguage(emitter: Emitter, grammar: string): void {
    if (!(emitter instanceof PygmentsEmitter)) return
    for (const run of emitter.#runs) this.#runs.push({ ...run, grammar: run.grammar ?? grammar })
  }

  finalize(): void {
    this.#scopes.length = 0
  }

  /** The library asks before the grammar is known; `html` is what it is for. */
  toHTML(): string {
    return ''
  }

  /** The code with the classes that Pygments gives to programs of this grammar. */
  html(grammar: string): string {
    const runs = this.#runs.flatMap((run) => named(run, habitsOf(run.grammar ?? grammar)))
    return print(grammar === 'python' ? nameModules(runs) : runs)
  }
}

const stringScope = /^(?:string|char)/

/** Divides a run into the tokens that Pygments knows in it. */
function named(run: ScopedRun, habits: Habits): Run[] {
  const { className, text, scope } = run
  if (className === '') {
    const isCode = habits.within === undefined || scope === habits.within
    return isCode ? [...tokens(text, habits)] : [run]
  }
  if (scope === 'comment') return [run]
  if (stringScope.test(scope))
    return stringRuns(className === 's2' ? habits.strings : className, text, habits)
  const word = className === 'si' ? undefined : habits.words.get(text.trim())
  const ofScope = habits.scopes[scope] ?? habits.scopes[scope.split('.')[0]!]
  const isRefined = className !== classes[scope] && className !== classes[scope.split('.')[0]!]
  return spaced(word ?? (isRefined ? className : ofScope) ?? className, text, habits.spaces)
}

/** Spaces around a token belong to none. */
function spaced(className: string, text: string, spaces: string): Run[] {
  const token = text.trim()
  if (token.length === text.length) return [{ className, text }]
  if (token === '') return [{ className: spaces, text }]
  const start = text.indexOf(token)
  return [
    { className: spaces, text: text.slice(0, start) },
    { className, text: token },
    { className: spaces, text: text.slice(start + token.length) },
  ]
}

const escape = /\\(?:x[\da-f]{2}|u[\da-f]{4}|u\{[\da-f]+\}|[0-7]{1,3}|[^])/gi

function stringRuns(className: string, text: string, { escapes }: Habits): Run[] {
  if (!escapes) return [{ className, text }]
  const prefix = /^[a-z]{1,2}(?=["'])/i.exec(text)?.[0] ?? ''
  const runs: Run[] = prefix === '' ? [] : [{ className: 'sa', text: prefix }]
  let from = prefix.length
  if (!/r/i.test(prefix)) {
    for (const { index, 0: found } of text.matchAll(escape)) {
      runs.push({ className, text: text.slice(from, index) }, { className: 'se', text: found })
      from = index + found.length
    }
  }
  runs.push({ className, text: text.slice(from) })
  return runs
}

/** Neighbours of one class share a span, which ends with the line. */
function print(runs: readonly Run[]): string {
  let html = ''
  let open = ''
  for (const { className, text } of runs) {
    for (const [index, line] of text.split('\n').entries()) {
      if (index > 0) {
        html += open === '' ? '\n' : '</span>\n'
        open = ''
      }
      if (line === '') continue
      if (className !== open) {
        if (open !== '') html += '</span>'
        if (className !== '') html += `<span class="${className}">`
        open = className
      }
      html += escapeLiteral(line)
    }
  }
  return open === '' ? html : `${html}</span>`
}

function refine(scope: string, className: string, text: string): string {
  switch (scope.split('.')[0]) {
    case 'string':
      return text.startsWith('<')
        ? 'cpf'
        : (stringClasses[/^\s*[a-z]{0,2}(["'`])/i.exec(text)?.[1] ?? ''] ?? className)
    case 'number':
      return numberClass(text.toLowerCase())
    case 'comment':
      if (text.startsWith('#!')) return 'ch'
      return /^(?:\/\*|\(\*|<!--|\{-|--\[\[)/.test(text) ? 'cm' : className
    case 'meta':
      return text.startsWith('#!') ? 'ch' : text.trimStart().startsWith('@') ? 'nd' : className
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

import { invalid } from './scim-problem.ts'

/**
 * Reads filters and paths of SCIM (RFC 7644, 3.4.2.2 and 3.5.2). Names of attributes come out in small letters, without
 * the prefix of the core schemas. An attribute of another schema keeps its whole name: no resource here has it.
 */

/** `emails[type eq "work"].value`: an attribute, the entries of it that are meant, and a part of them. */
export interface AttributePath {
  readonly attribute: string
  readonly filter?: Filter
  readonly sub?: string
}

const operators = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const
export type FilterOperator = (typeof operators)[number]

export type Filter =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Filter[] }
  | { readonly kind: 'not'; readonly part: Filter }
  | { readonly kind: 'present'; readonly path: AttributePath }
  | {
      readonly kind: 'compare'
      readonly path: AttributePath
      readonly operator: FilterOperator
      readonly value: string | number | boolean | null
    }

/** Characters of a filter or path. */
const longest = 2000
/** Brackets within brackets. */
const deepest = 10

/** Reads a filter. Throws a ScimProblem for one that is wrong, too long or nested too deep. */
export function parseFilter(text: string): Filter {
  const reader = new Reader(text)
  const filter = reader.or(0)
  reader.end()
  return filter
}

/** Reads the path of a PATCH operation. */
export function parsePath(text: string): AttributePath {
  try {
    const reader = new Reader(text)
    const path = reader.path(0)
    reader.end()
    return path
  } catch {
    throw invalid('invalidPath', `"${shortened(text)}" is not a path such as members[value eq "7"].`)
  }
}

const shortened = (text: string) => (text.length > 100 ? `${text.slice(0, 100)}…` : text)

const token = /\s*(?:([()[\]])|("(?:[^"\\]|\\.)*")|([^\s()[\]"]+))/y

function tokensOf(text: string): string[] {
  if (text.length > longest) throw invalid('invalidFilter', `A filter has at most ${longest} characters.`)
  const tokens: string[] = []
  const trimmed = text.trimEnd()
  token.lastIndex = 0
  while (token.lastIndex < trimmed.length) {
    const match = token.exec(trimmed)
    if (!match) throw invalid('invalidFilter', 'A text of the filter does not end: close its quotation mark.')
    tokens.push(match[1] ?? match[2] ?? match[3] ?? '')
  }
  return tokens
}

class Reader {
  readonly #tokens: readonly string[]
  #at = 0

  constructor(text: string) {
    this.#tokens = tokensOf(text)
  }

  or(depth: number): Filter {
    return this.#joined('or', () => this.#and(depth))
  }

  end(): void {
    if (this.#at < this.#tokens.length) throw this.#unexpected()
  }

  path(depth: number): AttributePath {
    const path = pathOf(this.#next())
    if (!this.#takes('[')) return path
    if (path.sub !== undefined) throw this.#unexpected()
    const filter = this.or(deeper(depth))
    this.#expect(']')
    const sub = this.#tokens[this.#at]
    if (sub === undefined || !/^\.[a-z$][\w$-]*$/i.test(sub)) return { ...path, filter }
    this.#at++
    return { ...path, filter, sub: sub.slice(1).toLowerCase() }
  }

  #and(depth: number): Filter {
    return this.#joined('and', () => this.#unary(depth))
  }

  #joined(kind: 'and' | 'or', read: () => Filter): Filter {
    const parts = [read()]
    while (this.#takes(kind)) parts.push(read())
    const [only] = parts
    return parts.length === 1 && only ? only : { kind, parts }
  }

  #unary(depth: number): Filter {
    const isNot = this.#tokens[this.#at + 1] === '(' && this.#takes('not')
    if (!this.#takes('(')) return this.#comparison(depth)
    const part = this.or(deeper(depth))
    this.#expect(')')
    return isNot ? { kind: 'not', part } : part
  }

  #comparison(depth: number): Filter {
    const path = this.path(depth)
    const word = this.#tokens[this.#at]?.toLowerCase()
    if (word === 'pr') {
      this.#at++
      return { kind: 'present', path }
    }
    const operator = operators.find((name) => name === word)
    if (operator) {
      this.#at++
      return { kind: 'compare', path, operator, value: valueOf(this.#next()) }
    }
    // `emails[type eq "work"]` alone asks whether there is one.
    if (path.filter) return { kind: 'present', path }
    throw this.#unexpected()
  }

  #takes(word: string): boolean {
    if (this.#tokens[this.#at]?.toLowerCase() !== word) return false
    this.#at++
    return true
  }

  #expect(word: string): void {
    if (!this.#takes(word)) throw this.#unexpected()
  }

  #next(): string {
    const next = this.#tokens[this.#at++]
    if (next === undefined) throw invalid('invalidFilter', 'The filter ends too early.')
    return next
  }

  #unexpected() {
    const found = this.#tokens[this.#at]
    const what =
      found === undefined ? 'The filter ends too early' : `"${shortened(found)}" is not expected there`
    return invalid('invalidFilter', `${what}: write filters such as userName eq "ada@example.com".`)
  }
}

function deeper(depth: number): number {
  if (depth >= deepest)
    throw invalid('invalidFilter', `A filter has at most ${deepest} brackets within brackets.`)
  return depth + 1
}

const coreSchema = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/i

function pathOf(word: string): AttributePath {
  const name = word.replace(coreSchema, '').toLowerCase()
  if (name.startsWith('urn:')) return { attribute: name }
  const match = /^(\$?[a-z][\w$-]*)(?:\.(\$?[a-z][\w$-]*))?$/.exec(name)
  if (!match) throw invalid('invalidFilter', `"${shortened(word)}" is not the name of an attribute.`)
  const [, attribute = '', sub] = match
  return sub === undefined ? { attribute } : { attribute, sub }
}

function valueOf(word: string): string | number | boolean | null {
  try {
    const value: unknown = JSON.parse(/^(true|false|null)$/i.test(word) ? word.toLowerCase() : word)
    if (value === null || typeof value !== 'object') return value as string | number | boolean | null
  } catch {
    // Said below.
  }
  throw invalid('invalidFilter', `"${shortened(word)}" is not a value: put texts into quotation marks.`)
}

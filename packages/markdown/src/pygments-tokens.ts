/** Pygments' classes for the tokens of one language that highlight.js leaves without a scope. */
export interface Habits {
  /** Class of names, or "" where bare words are no names (shells, configuration). */
  readonly names: string
  /** Class of spaces, or "" where they have none. */
  readonly spaces: string
  /** Class of numbers that highlight.js passes over. */
  readonly numbers: string
  /** Class of text in double quotes. */
  readonly strings: string
  /** Whether escapes in strings (`\\n`) have a class of their own. */
  readonly escapes: boolean
  /** The only scope in which text without a class is code. */
  readonly within?: string
  /** Signs that are punctuation; the other signs are operators. */
  readonly punctuation: RegExp
  /** Classes of single words, before what their scope says. */
  readonly words: ReadonlyMap<string, string>
  /** Classes of scopes of highlight.js that mean something else here. */
  readonly scopes: Readonly<Record<string, string>>
}

const table = (classes: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(Object.entries(classes).flatMap(([name, words]) => words.split(' ').map((word) => [word, name])))

const usual: Habits = {
  names: 'n',
  spaces: 'w',
  numbers: 'mi',
  strings: 's2',
  escapes: false,
  punctuation: /^[()[\]{},;:.]$/,
  words: table({ kc: 'true false null nil' }),
  scopes: {},
}

const declared =
  'abstract class const enum extends final implements interface package private protected public static'
const likeC: Habits = {
  ...usual,
  strings: 's',
  words: table({ kc: 'true false null nullptr', kd: declared, cp: 'include define ifdef ifndef endif' }),
}
const likeCWithEscapes: Habits = { ...likeC, escapes: true }
const script: Habits = {
  ...usual,
  names: 'nx',
  numbers: 'mf',
  punctuation: /^(?:[()[\]{},;.]|=>)$/,
  words: table({
    kc: 'true false null undefined NaN Infinity',
    kd: `${declared} function let type var`,
    kt: 'any boolean number string unknown never',
    ow: 'delete in instanceof new of typeof void',
  }),
  scopes: {
    attr: 'nx',
    property: 'nx',
    title: 'nx',
    'title.class': 'nx',
    'title.function': 'nx',
    number: 'mf',
  },
}
const python: Habits = {
  ...usual,
  spaces: '',
  escapes: true,
  punctuation: /^[()[\]{},;:]$/,
  words: table({
    bp: 'self cls',
    kc: 'True False None',
    kn: 'import from',
    ne: 'ArithmeticError AssertionError AttributeError BaseException Exception ImportError IndexError KeyError KeyboardInterrupt LookupError NameError NotImplementedError OSError RuntimeError StopIteration SyntaxError SystemExit TimeoutError TypeError ValueError ZeroDivisionError',
    ow: 'and in is not or',
  }),
  scopes: { 'title.class.inherited': 'n' },
}
const shell: Habits = {
  ...usual,
  names: '',
  numbers: 'm',
  punctuation: /^(?:;+|\||[()])$/,
  scopes: { built_in: 'nb' },
}
/** Prose and forms, where a bare word is text and a sign is a sign. */
const prose: Habits = { ...usual, names: '', spaces: '', within: 'no scope' }
const json: Habits = { ...usual, names: '', scopes: { attr: 'nt' } }
const markup: Habits = {
  ...usual,
  names: '',
  spaces: '',
  strings: 's',
  within: 'tag',
  punctuation: /^[<>/?]+$/,
  scopes: { symbol: 'ni' },
}

const byGrammar: Readonly<Record<string, Habits>> = {
  ...Object.fromEntries(
    'actionscript csharp d dart glsl groovy java kotlin processing scala swift vala'
      .split(' ')
      .map((grammar) => [grammar, likeC]),
  ),
  ...Object.fromEntries(['arduino', 'c', 'cpp', 'objectivec'].map((grammar) => [grammar, likeCWithEscapes])),
  bash: shell,
  css: { ...usual, names: 'kc', scopes: { attribute: 'k' }, punctuation: /^[()[\]{},;:.#]$/ },
  diff: { ...prose, scopes: { meta: 'gu' } },
  dockerfile: shell,
  go: {
    ...usual,
    names: 'nx',
    strings: 's',
    words: table({
      kc: 'true false nil iota',
      kd: 'const func interface struct type var',
      kn: 'import package',
    }),
    scopes: { title: 'nx', 'title.function': 'nx' },
  },
  javascript: script,
  json,
  makefile: shell,
  python,
  rust: {
    ...likeCWithEscapes,
    words: table({ kc: 'true false', kd: 'let static const' }),
    scopes: { variable: 'n' },
  },
  shell,
  typescript: script,
  xml: markup,
  yaml: { ...prose, scopes: { attr: 'nt' } },
}

const proseGrammars =
  'asciidoc django erb haml handlebars http ini inform7 julia-repl latex ldif markdown nestedtext php-template plaintext properties python-repl twig'

const habits: ReadonlyMap<string, Habits> = new Map([
  ...proseGrammars.split(' ').map((grammar) => [grammar, prose] as const),
  ...Object.entries(byGrammar),
])

/** The habits of a grammar of highlight.js. */
export function habitsOf(grammar: string): Habits {
  return habits.get(grammar) ?? usual
}

const token =
  /(?<space>\s+)|(?<name>[\p{L}_$][\p{L}\p{N}_$]*)|(?<number>\d[\p{L}\p{N}_.]*)|=>|[^\s\p{L}\p{N}_$]/gu

/** A stretch of code of one class; "" for none. */
export interface Run {
  readonly className: string
  readonly text: string
}

/** Names the tokens of code that highlight.js left without a scope. */
export function* tokens(
  text: string,
  { names, spaces, numbers, words, punctuation }: Habits,
): Generator<Run> {
  for (const match of text.matchAll(token)) {
    const [found] = match
    const { space, name, number } = match.groups!
    if (space !== undefined) yield { className: spaces, text: found }
    else if (name !== undefined) yield { className: words.get(found) ?? names, text: found }
    else if (number !== undefined) yield { className: numbers, text: found }
    else if (punctuation.test(found)) yield { className: 'p', text: found }
    else yield { className: found > '\u007F' ? '' : 'o', text: found }
  }
}

/** Gives the names of modules in Python, and the spaces of its definitions, the classes that Pygments gives them. */
export function nameModules(runs: readonly Run[]): Run[] {
  let isLineStart = true
  let statement = ''
  let isDefinition = false
  return runs.map((run) => {
    const { className, text } = run
    if (text === '') return run
    if (text.includes('\n')) {
      ;[isLineStart, statement, isDefinition] = [true, '', false]
      return run
    }
    const isSpace = text.trim() === ''
    if (isSpace) {
      const isMarked = isDefinition || statement === 'from' || statement === 'import'
      isDefinition = false
      if (statement === 'import') statement = 'modules'
      return isMarked ? { className: 'w', text } : run
    }
    if (className === 'kn') statement = isLineStart ? text : ''
    isDefinition = className === 'k' && (text === 'def' || text === 'class')
    isLineStart = false
    const isModule = statement !== '' && (className === 'n' || text === '.')
    return isModule ? { className: 'nn', text } : run
  })
}

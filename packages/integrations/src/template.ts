import { Context, Liquid, type Template as Parsed } from 'liquidjs'
import { type Integration, type Received, UnusableRequest } from './integration.ts'
import { fenced, quote } from './quote.ts'

// Messages of any JSON, by templates in Liquid. Whoever has a bot writes them, and whoever has its key sends payloads:
// so time, memory and length have limits, and a template reads nothing but the payload.

/** Texts in Liquid that make a message of a payload. */
export interface HookTemplate {
  /** The topic; empty where the address names one. */
  readonly topic: string
  /** Markdown. Nothing is posted where it comes out empty. */
  readonly content: string
  /** Nothing is posted unless it comes out as `true`. Empty: always. */
  readonly when: string
  /** Name of the event, for the address's `only_events` and `exclude_events`. */
  readonly event: string
}

/** Thrown where a template cannot be rendered. */
export class TemplateProblem extends UnusableRequest {}

/** Milliseconds of work that the rendering of a template may take. */
const mostWork = 50

const engine = new Liquid({
  ownPropertyOnly: true,
  strictFilters: true,
  memoryLimit: 1_000_000,
  parseLimit: 100_000,
  // Without a list of templates, `include` and `render` would look on the disk.
  templates: {},
})
// They parse an expression for each element, and the limit of time is not looked at meanwhile.
for (const name of Object.keys(engine.filters)) if (name.endsWith('_exp')) delete engine.filters[name]
engine.registerFilter('quote', (value: unknown) => quote(textOf(value)))
engine.registerFilter('code', (value: unknown, language: unknown = '') =>
  fenced(textOf(language).replaceAll(/[^\w+#-]/g, ''), textOf(value)),
)
engine.registerFilter('link', (value: unknown, address: unknown) => {
  const label = textOf(value).replaceAll(/[[\]\n]/g, ' ')
  const url = textOf(address).replaceAll(/[\s()<>]/g, escaped)
  return /^https?:\/\//i.test(url) ? `[${label}](${url})` : label
})
engine.registerFilter('time', (value: unknown) => {
  const date = typeof value === 'number' ? new Date(value * 1000) : new Date(textOf(value))
  return Number.isNaN(date.getTime()) ? textOf(value) : `<time:${date.toISOString()}>`
})

/** Escapes a letter of an address that would end the link. */
const escaped = (letter: string): string =>
  letter === '(' ? '%28' : letter === ')' ? '%29' : encodeURIComponent(letter)

const textOf = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : value === undefined || value === null
      ? ''
      : (JSON.stringify(value) ?? '')

const parts = ['topic', 'content', 'when', 'event'] as const

/** Returns why a template is not one, or undefined. */
export function templateProblem(template: HookTemplate): string | undefined {
  for (const part of parts) {
    try {
      engine.parse(template[part])
    } catch (error) {
      return `${part}: ${reasonOf(error)}`
    }
  }
  return undefined
}

/** Gives an integration whose messages a template makes, in place of its own. */
export const templated = (integration: Integration, template: HookTemplate): Integration => ({
  ...integration,
  read: (received) => {
    const scope = scopeOf(received)
    const render = (part: keyof HookTemplate) => rendered(template[part], part, scope)
    if (template.when.trim() !== '' && render('when').trim() !== 'true') return []
    const event = render('event').trim()
    return {
      ...(event === '' ? {} : { event }),
      topic: render('topic').trim() || integration.label,
      content: render('content').trim(),
    }
  },
})

/** The names that a template knows: `payload`, and those at its top. */
function scopeOf({ payload }: Received): Readonly<Record<string, unknown>> {
  const isRecord = typeof payload === 'object' && payload !== null && !Array.isArray(payload)
  return { ...(isRecord ? payload : {}), payload }
}

function rendered(source: string, part: string, scope: Readonly<Record<string, unknown>>): string {
  try {
    const parsed: Parsed[] = engine.parse(source)
    return String(engine.renderSync(parsed, limited(scope)))
  } catch (error) {
    throw new TemplateProblem(`The template cannot be rendered: ${part}: ${reasonOf(error)}`)
  }
}

/**
 * Gives a template's names a limit of work. The library's own limit counts time that passes, and so fails a template
 * because others have the machine; this one counts the time in which this thread works.
 */
function limited(scope: Readonly<Record<string, unknown>>): Context {
  const context = new Context(scope, engine.options, { sync: true })
  const end = workDone() + mostWork
  // The library looks at the limit before each tag.
  context.renderLimit.check = () => {
    if (workDone() > end) throw new Error(`it takes more than ${mostWork} milliseconds of work`)
  }
  return context
}

/** Milliseconds in which this thread has worked; a browser knows only those that have passed. */
function workDone(): number {
  const { process } = globalThis as { readonly process?: Partial<NodeJS.Process> }
  if (!process?.threadCpuUsage) return performance.now()
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** The library's sentence: its first line, without its own name for the error. */
const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1)[0]?.slice(0, 300) ?? ''

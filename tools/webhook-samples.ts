import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Integration } from '@tagma/integrations/integration.ts'
import { type Read, run } from '@tagma/integrations/run.ts'

const folder = join(import.meta.dirname, '../packages/integrations/fixtures')

/** A request that a service sends, and the messages that it becomes. */
export interface Sample {
  readonly headers: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly payload: unknown
  readonly posts: Extract<Read, { kind: 'posts' }>['posts']
}

/** Returns the shortest example of a service that becomes a message, preferably at an address without own fields. */
export function sampleOf(integration: Integration): Sample {
  const [found] = samplesOf(integration)
  if (!found) throw new Error(`No fixture of ${integration.name} becomes a message.`)
  return found
}

/** Characters of a message that one takes in at a glance. */
const glance = 500

/** Returns the example whose message shows most at a glance, at an address without own fields if there is one. */
export function tellingSampleOf(integration: Integration): Sample {
  const lengthOf = ({ posts: [post] }: Sample) => post?.content.length ?? 0
  const samples = samplesOf(integration)
  const plain = samples.filter(({ query }) => Object.keys(query).length === 0)
  const short = (plain.length > 0 ? plain : samples).filter((sample) => lengthOf(sample) <= glance)
  return short.toSorted((a, b) => lengthOf(b) - lengthOf(a))[0] ?? sampleOf(integration)
}

/** All examples of a service that become a message, the simplest first. */
function samplesOf(integration: Integration): Sample[] {
  const found = globSync(`${integration.name}/*.json`, { cwd: folder })
    .filter((path) => !path.endsWith('.request.json'))
    .flatMap((path) => {
      const text = readFileSync(join(folder, path), 'utf8')
      const sent = requestOf(path)
      const payload = JSON.parse(text) as unknown
      const read = run(integration, { payload, header: (name) => sent.headers[name], query: sent.query })
      return read.kind === 'posts' && read.posts.length > 0
        ? [{ ...sent, payload, posts: read.posts, length: text.length, path }]
        : []
    })
    .toSorted(
      (a, b) =>
        Number(a.path.includes('ping')) - Number(b.path.includes('ping')) ||
        Object.keys(a.query).length - Object.keys(b.query).length ||
        a.length - b.length ||
        (a.path < b.path ? -1 : 1),
    )
  return found.map(({ headers, query, payload, posts }) => ({ headers, query, payload, posts }))
}

function requestOf(path: string): Pick<Sample, 'headers' | 'query'> {
  const request = path.replace(/\.json$/, '.request.json')
  if (globSync(request, { cwd: folder }).length === 0) return { headers: {}, query: {} }
  const { headers = {}, query = {} } = JSON.parse(readFileSync(join(folder, request), 'utf8')) as Partial<
    Pick<Sample, 'headers' | 'query'>
  >
  return { headers, query }
}

/** Makes the table by which a client sends an example to a new address. */
export function samplesTable(integrations: readonly Integration[]): string {
  const entries = integrations.map((integration) => {
    const { headers, query, payload } = sampleOf(integration)
    return `  ${integration.name}: ${JSON.stringify({ setup: integration.setup, headers, query, payload })},\n`
  })
  return `// Made by \`npm run golden\` from the fixtures; do not edit.

/** A request as a service sends it. \`headers\` and \`query\`: beside those of the address. */
export interface Sample {
  /** Steps in the service, in Markdown. */
  readonly setup: string
  readonly headers: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  /** JSON. */
  readonly payload: unknown
}

/** An example of each integration that becomes a message, by the integration’s name. */
export const samples: Readonly<Record<string, Sample>> = {
${entries.join('')}}
`
}

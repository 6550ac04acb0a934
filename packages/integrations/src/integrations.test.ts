import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Integration } from './integration.ts'
import { integrations } from './integrations.ts'
import { run } from './run.ts'

// Every `fixtures/<name>/<case>.json` is read, and the result compared with `<case>.md` beside it: the topic, then the
// text; `=====` between several posts. `<case>.request.json` has the headers, the fields of the address, and people.

interface Sent {
  readonly headers?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly people?: Readonly<Record<string, string>>
}

const folder = join(import.meta.dirname, '../fixtures')
const fixtures = globSync('*/*.json', { cwd: folder })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !path.endsWith('.request.json'))
  .toSorted()

const byName = new Map(integrations.map((found) => [found.name, found]))

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(join(folder, path), 'utf8'))
}

function sentWith(path: string): Sent {
  const request = path.replace(/\.json$/, '.request.json')
  return globSync(request, { cwd: folder }).length === 0 ? {} : (readJson(request) as Sent)
}

function readFixture(path: string) {
  const integration = byName.get(dirname(path))
  if (!integration) throw new Error(`${path}: there is no such integration`)
  const { headers = {}, query = {}, people = {} } = sentWith(path)
  const header = (name: string) => headers[name]
  const payload = readJson(path)
  return {
    integration,
    read: run(integration, { payload, header, query, people: new Map(Object.entries(people)) }),
  }
}

function written(path: string): string {
  const { read } = readFixture(path)
  if (read.kind !== 'posts') return `(${Object.values(read).join(': ')})\n`
  if (read.posts.length === 0) return '(nothing)\n'
  return `${read.posts.map(({ topic, content }) => `${topic}\n${content}`).join('\n=====\n')}\n`
}

test.each(fixtures)('%s becomes the message beside it', async (path) => {
  await expect(written(path)).toMatchFileSnapshot(join(folder, path.replace(/\.json$/, '.md')))
})

test('every integration has a fixture, and lists the events of its fixtures', () => {
  const without = integrations.filter(({ name }) => !fixtures.some((path) => dirname(path) === name))
  expect(without.map(({ name }) => name)).toEqual([])
  const unlisted = fixtures.flatMap((path) => {
    const { integration, read } = readFixture(path)
    const events = read.kind === 'posts' ? read.posts.map(({ event }) => event) : []
    return events
      .filter((event) =>
        event === undefined ? integration.events !== null : !integration.events?.includes(event),
      )
      .map((event) => `${path}: ${event}`)
  })
  expect(unlisted).toEqual([])
})

test('names are used once, in files of the same name', () => {
  const names = integrations.flatMap(({ name, aliases = [] }) => [name, ...aliases])
  expect(names.toSorted()).toEqual([...new Set(names)].toSorted())
  const files = globSync('*.ts', { cwd: import.meta.dirname }).map((path) => basename(path, '.ts'))
  expect(
    integrations.map(({ name }) => name.replaceAll('_', '-')).filter((name) => !files.includes(name)),
  ).toEqual([])
})

test('no service that was there once is lost', () => {
  const names = new Set(integrations.flatMap(({ name, aliases = [] }) => [name, ...aliases]))
  const code = 'github githubsponsors gitlab gitea forgejo gogs bitbucket2 bitbucket3 azuredevops'
  const building = 'circleci travis teamcity jenkins netlify buildbot harbor sonarqube'
  const watching =
    'grafana alertmanager sentry pagerduty uptimerobot uptimekuma newrelic opsgenie zabbix statuspage'
  const tracking = 'jira linear trello openproject redmine notion freshdesk zendesk intercom stripe'
  const general = 'json slack_incoming mattermost discord apprise homeassistant zapier ifttt gotify ntfy'
  const expected = [code, building, watching, tracking, general].join(' ').split(' ')
  expect(expected.filter((name) => !names.has(name))).toEqual([])
})

/** A payload with one part replaced by anything. */
const broken = (payload: unknown): fc.Arbitrary<unknown> => {
  const paths: (readonly string[])[] = []
  const walk = (value: unknown, path: readonly string[]) => {
    paths.push(path)
    if (typeof value === 'object' && value !== null)
      for (const [key, part] of Object.entries(value)) walk(part, [...path, key])
  }
  walk(payload, [])
  const put = (value: unknown, [key, ...rest]: readonly string[], part: unknown): unknown => {
    if (key === undefined) return part
    if (Array.isArray(value))
      return value.map((old, index) => (String(index) === key ? put(old, rest, part) : old))
    return { ...(value as object), [key]: put((value as Record<string, unknown>)[key], rest, part) }
  }
  const anything = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom(
      '@**all** @**topic**',
      '~~~\n```\n](x)',
      'x'.repeat(12_000),
      '\0\u2028\ud800',
      '',
      -1e300,
    ),
  )
  return fc.tuple(fc.constantFrom(...paths), anything).map(([path, part]) => put(payload, path, part))
}

function expectSafe(integration: Integration, payload: unknown, { headers = {}, query = {} }: Sent): void {
  const read = run(integration, { payload, header: (name) => headers[name], query })
  if (read.kind !== 'posts') return
  for (const { topic, content } of read.posts) {
    expect([...content].length).toBeLessThanOrEqual(10_000)
    expect(content).not.toMatch(/@\*\*(all|everyone|channel|stream|topic)\*\*/i)
    expect(content).not.toContain('\0')
    expect(topic).not.toMatch(/[\n\0]/)
  }
}

test('whatever a service sends, it is a safe message, nothing, or refused', () => {
  for (const path of fixtures) {
    const { integration } = readFixture(path)
    fc.assert(
      fc.property(broken(readJson(path)), (payload) => expectSafe(integration, payload, sentWith(path))),
      { numRuns: 30 },
    )
  }
  for (const integration of integrations) {
    const headers = Object.fromEntries([integration.eventHeader ?? []].flat().map((name) => [name, 'push']))
    fc.assert(
      fc.property(fc.jsonValue(), (payload) => expectSafe(integration, payload, { headers })),
      { numRuns: 20 },
    )
  }
})

test('a payload that is nested too deep is refused, and a large one is cut', () => {
  const json = byName.get('json')
  if (!json) throw new Error('There is no integration json')
  const request = { header: () => undefined, query: {} }
  const deep: unknown = JSON.parse(`${'['.repeat(1000)}${']'.repeat(1000)}`)
  expect(run(json, { ...request, payload: deep }).kind).toBe('misfit')
  const large = { list: Array.from({ length: 500_000 }, (_, index) => index) }
  const read = run(json, { ...request, payload: large })
  const content = read.kind === 'posts' ? read.posts[0]?.content : undefined
  expect(content).toMatch(/\n```\n\[message truncated\]$/)
  expect(content?.length).toBeLessThanOrEqual(10_000)
})

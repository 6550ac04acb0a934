import { globSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Endpoint, EventDefinition } from '@tagma/contract/define.ts'
import { endpoints as endpointsByName } from '@tagma/contract/endpoints.ts'
import { type ErrorDefinition, errorCodes } from '@tagma/contract/errors.ts'
import { events as allEvents } from '@tagma/contract/events.ts'
import { featureLevel } from '@tagma/contract/feature-level.ts'
import { openApi } from '@tagma/contract/openapi.ts'
import type { LastModified } from '../build/last-modified.ts'
import type { Page } from '../build/page.ts'
import { siteFolder } from '../serving/site-sources.ts'
import { changelogPages } from './changelog-pages.ts'
import { configurationPage } from './configuration-page.ts'
import { endpointPage } from './endpoint-page.ts'
import { errorPage, errorsPage } from './error-page.ts'
import { eventPage, eventsPage } from './event-page.ts'
import { headingOf, withoutPeriod } from './words.ts'

/** Every endpoint of the contract. */
export const endpoints: readonly Endpoint[] = Object.values<Endpoint>(endpointsByName)

const contract = 'packages/contract/src'

/** Returns every endpoint with its file and its resource: the name of the file's folder. */
function placedEndpoints() {
  const files = new Map(
    globSync(`${contract}/endpoints/*/*.ts`, { cwd: dirname(dirname(siteFolder)) }).map((path) => [
      basename(path, '.ts'),
      path,
    ]),
  )
  return endpoints.map((endpoint) => {
    const path = files.get(endpoint.id) ?? join(contract, 'endpoints.ts')
    return { endpoint, path, group: basename(dirname(path)) }
  })
}

/** The facts that hand-written pages can name in braces: `{{endpoint-count}}`. */
export function contractFacts(): Readonly<Record<string, string>> {
  const groups = Map.groupBy(placedEndpoints(), ({ group }) => group)
  const rows = [...groups].map(
    ([group, members]) =>
      `| [${headingOf(group)}](endpoints#${group}) | ${members.map(({ endpoint: { id, summary } }) => `[${withoutPeriod(summary)}](${id})`).join(' · ')} |`,
  )
  return {
    'endpoint-count': String(endpoints.length),
    'endpoints-by-area': `| Area | Operations |\n|---|---|\n${rows.join('\n')}`,
  }
}

/** Writes the API as an OpenAPI document. */
export const openApiText = (): string => JSON.stringify(openApi(endpoints, allEvents))

/** Returns all generated pages. `folder` is the folder of the workspace. */
export function referencePages(folder: string, changed: LastModified): Page[] {
  const events: readonly EventDefinition[] = allEvents
  const codes: Readonly<Record<string, ErrorDefinition>> = errorCodes
  const placed = placedEndpoints().map((place) => ({ ...place, lastmod: changed.of(place.path) }))
  const newest = (days: readonly string[]) =>
    days.reduce((a, b) => (a > b ? a : b), changed.of(`${contract}/define.ts`))
  const eventDay = ({ type }: EventDefinition) =>
    changed.of(`${contract}/events/${type.replaceAll('_', '-')}.ts`)
  const errorDay = changed.of(`${contract}/errors.ts`)

  return [
    configurationPage(folder, changed.of('configuration.json')),
    endpointsPage(placed, newest(placed.map(({ lastmod }) => lastmod))),
    eventsPage(events, newest(events.map(eventDay))),
    errorsPage(codes, endpoints, errorDay),
    ...changelogPages(endpoints, events, featureLevel, newest(placed.map(({ lastmod }) => lastmod))),
    ...placed.map(({ endpoint, group, lastmod }, order) => endpointPage(endpoint, { group, lastmod, order })),
    ...events.map((event, order) => eventPage(event, eventDay(event), order)),
    ...Object.entries(codes).map(([code, definition], order) =>
      errorPage(code, definition, endpoints, errorDay, order),
    ),
  ]
}

interface PlacedEndpoint {
  readonly endpoint: Endpoint
  readonly group: string
}

/** Writes the page that lists all endpoints. */
function endpointsPage(placed: readonly PlacedEndpoint[], lastmod: string): Page {
  const groups = Map.groupBy(placed, ({ group }) => group)
  const body = [...groups]
    .map(
      ([group, members]) =>
        `## ${headingOf(group)}\n\n${members
          .map(
            ({ endpoint: { id, method, path, summary } }) =>
              `- [${method} ${path}](${id}) ${withoutPeriod(summary)}.`,
          )
          .join('\n')}`,
    )
    .join('\n\n')
  return {
    slug: 'endpoints',
    title: 'All endpoints',
    description: `Every endpoint of the REST API, by resource: ${placed.length} in all, each with examples that are run against a real server.`,
    section: 'Reference',
    order: 2,
    lastmod,
    body: `Paths are below \`/api/v1\` of your server. [How requests are sent](api-requests) is the same for all of them. For generators of clients there is [the same as an OpenAPI 3.1 document](openapi.json).\n\n${body}`,
  }
}

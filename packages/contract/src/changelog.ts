import type { Change, Endpoint, EventDefinition } from './define.ts'

interface Entry {
  readonly level: number
  /** What it is about, such as `POST /messages`. */
  readonly place: string
  readonly text: string
}

interface Dated {
  readonly since?: number
  readonly deprecated?: number
  readonly changes?: readonly Change[]
}

function entriesOf(place: string, what: string, dated: Dated): Entry[] {
  return [
    ...(dated.since === undefined ? [] : [{ level: dated.since, place, text: `Added ${what}.` }]),
    ...(dated.changes ?? []).map(({ level, text }) => ({
      level,
      place,
      text: what === place ? text : `${what}: ${text}`,
    })),
    // Level 1 stands for deprecated before levels were counted.
    ...(dated.deprecated === undefined || dated.deprecated <= 1
      ? []
      : [{ level: dated.deprecated, place, text: `Deprecated ${what}.` }]),
  ]
}

interface FieldMeta {
  'x-since'?: number
  'x-deprecated-since'?: number
  'x-changes'?: readonly Change[]
}

function fieldEntries(place: string, fields: Endpoint['returns']): Entry[] {
  return Object.entries(fields).flatMap(([name, schema]) => {
    const meta = (schema.meta() ?? {}) as FieldMeta
    return entriesOf(place, `the field \`${name}\``, {
      ...(meta['x-since'] === undefined ? {} : { since: meta['x-since'] }),
      ...(meta['x-deprecated-since'] === undefined ? {} : { deprecated: meta['x-deprecated-since'] }),
      ...(meta['x-changes'] === undefined ? {} : { changes: meta['x-changes'] }),
    })
  })
}

/** Every change that the declarations know of, newest level first: what the changelog page is made from. */
export function changeEntries(endpoints: readonly Endpoint[], events: readonly EventDefinition[]): Entry[] {
  const entries = [
    ...endpoints.flatMap((endpoint) => {
      const place = `${endpoint.method} ${endpoint.path}`
      return [
        ...entriesOf(place, 'the endpoint', endpoint),
        ...Object.entries(endpoint.params).flatMap(([name, parameter]) =>
          entriesOf(place, `the parameter \`${name}\``, parameter),
        ),
        ...fieldEntries(place, endpoint.returns),
      ]
    }),
    ...events.flatMap((event) => {
      const place = `Event \`${event.type}\`${event.op === undefined ? '' : ` \`${event.op}\``}`
      return [...entriesOf(place, 'the event', event), ...fieldEntries(place, event.fields)]
    }),
  ]
  return entries.toSorted((a, b) => b.level - a.level || (a.place < b.place ? -1 : a.place > b.place ? 1 : 0))
}

/** The changelog as Markdown, by feature level. */
export function changelog(endpoints: readonly Endpoint[], events: readonly EventDefinition[]): string {
  const levels = Map.groupBy(changeEntries(endpoints, events), ({ level }) => level)
  const parts = [...levels].map(
    ([level, entries]) =>
      `## Feature level ${level}\n\n${entries.map(({ place, text }) => `- ${place}: ${text}`).join('\n')}\n`,
  )
  return `# API changelog\n\nWhat changed in the API at which feature level, as far as this server has it.\n\n${parts.join('\n')}`
}

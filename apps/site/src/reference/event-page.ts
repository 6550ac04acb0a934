import type { EventDefinition } from '@tagma/contract/define.ts'
import type { Page } from '../build/page.ts'
import { fieldList } from './field-list.ts'
import { eventName, eventSlug, withinLimit, withoutPeriod } from './words.ts'

/** Writes the documentation page of an event. */
export function eventPage(event: EventDefinition, lastmod: string, order: number): Page {
  const { type, op, doc, fields, since, deprecated, changes = [], example } = event
  const name = op === undefined ? type : `${type} / ${op}`
  const levels = [
    ...(since === undefined ? [] : [{ level: since, text: 'Added.' }]),
    ...(deprecated === undefined ? [] : [{ level: deprecated, text: 'Deprecated.' }]),
    ...changes,
  ].toSorted((a, b) => b.level - a.level)
  return {
    slug: eventSlug(event),
    title: `Event: ${name}`,
    label: name,
    description: `The event ${name}: when clients receive it, and its fields. ${withoutPeriod(doc.split('\n')[0] ?? '')}.`,
    section: 'Events',
    group: type,
    order,
    lastmod,
    body: withinLimit((depth) =>
      [
        doc,
        `Clients receive it from [GET /events](get-events) if their queue [was registered](register-queue) for \`${type}\` or for all types.`,
        '## Example',
        `\`\`\`json\n${JSON.stringify(example, undefined, 2)}\n\`\`\``,
        '## Fields',
        [
          `- \`id\` *(integer)* Id of the event; increases within a queue. Pass it as \`last_event_id\` in the next poll.`,
          `- \`type\` *(string)* Always \`${type}\`.`,
          ...(op === undefined ? [] : [`- \`op\` *(string)* Always \`${op}\`.`]),
          ...(Object.keys(fields).length === 0 ? [] : [fieldList(fields, depth)]),
        ].join('\n'),
        levels.length === 0
          ? ''
          : `## History\n\n${levels.map(({ level, text }) => `- **Level ${level}** ${text}`).join('\n')}`,
      ]
        .filter(Boolean)
        .join('\n\n'),
    ),
  }
}

/** Writes the page that lists all events. */
export function eventsPage(events: readonly EventDefinition[], lastmod: string): Page {
  return {
    slug: 'events',
    title: 'All events',
    description: 'Every event that the server sends to clients that follow an event queue, by type.',
    section: 'Reference',
    order: 3,
    lastmod,
    body: `A client [registers a queue](register-queue), then [polls it](get-events). Each event has \`id\` and \`type\`; some have \`op\`. [Following events](following-events) shows how.\n\n${events
      .map((event) => `- [${eventName(event)}](${eventSlug(event)}) ${event.doc.split('\n')[0] ?? ''}`)
      .join('\n')}`,
  }
}

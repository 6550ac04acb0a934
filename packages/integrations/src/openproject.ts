import * as z from 'zod'
import { integration, unsupported } from './integration.ts'

const named = z.looseObject({ name: z.string().optional(), title: z.string().optional() })
const links = z.looseObject({
  author: named.optional(),
  user: named.optional(),
  type: named.optional(),
  project: named.optional(),
  container: named.optional(),
  workPackage: named.optional(),
})
const thing = z.looseObject({
  id: z.int().optional(),
  name: z.string().optional(),
  subject: z.string().optional(),
  hours: z.string().optional(),
  fileName: z.string().optional(),
  _embedded: links.optional(),
  _links: links.optional(),
})
type Thing = z.output<typeof thing>

const nameIn = (
  about: Thing,
  key: 'author' | 'user' | 'type' | 'project' | 'container' | 'workPackage',
): string | undefined => {
  const found = about._embedded?.[key] ?? about._links?.[key]
  return found?.name ?? found?.title
}

/** `PT1H30M` as `1h 30m`. */
const hoursOf = (text: string) =>
  text
    .replace(/^PT?/, '')
    .toLowerCase()
    .replaceAll(/(\D)(?=\d)/g, '$1 ')

export const openProject = integration({
  name: 'openproject',
  label: 'OpenProject',
  group: 'tracking',
  setup:
    'In **Administration → API and webhooks → Webhooks**, add one with the address as **Payload URL**, and choose the events.',
  events: [
    'project:created',
    'project:updated',
    'work_package:created',
    'work_package:updated',
    'time_entry:created',
    'attachment:created',
  ],
  payload: z.looseObject({
    action: z.string(),
    project: thing.optional(),
    work_package: thing.optional(),
    time_entry: thing.optional(),
    attachment: thing.optional(),
  }),
  read({ payload }) {
    const { action, project, work_package, time_entry, attachment } = payload
    const [, verb = ''] = action.split(':')
    if (project && (verb === 'created' || verb === 'updated'))
      return {
        event: action,
        topic: project.name ?? 'OpenProject',
        content: `Project **${project.name ?? ''}** was ${verb}.`,
      }
    if (work_package && (verb === 'created' || verb === 'updated')) {
      const author = nameIn(work_package, 'author')
      const kind = nameIn(work_package, 'type') ?? 'Work package'
      const what = `${kind} **${work_package.subject ?? ''}** was ${verb}`
      return {
        event: action,
        topic: nameIn(work_package, 'project') ?? 'OpenProject',
        content: `${what}${author && verb === 'created' ? ` by **${author}**` : ''}.`,
      }
    }
    if (time_entry && action === 'time_entry:created') {
      const about = nameIn(time_entry, 'workPackage')
      return {
        event: action,
        topic: nameIn(time_entry, 'project') ?? 'OpenProject',
        content: `**${nameIn(time_entry, 'user') ?? 'Somebody'}** logged **${hoursOf(time_entry.hours ?? '')}**${about ? ` on **${about}**` : ''}.`,
      }
    }
    if (attachment && action === 'attachment:created')
      return {
        event: action,
        topic: nameIn(attachment, 'project') ?? 'OpenProject',
        content: `**${nameIn(attachment, 'author') ?? 'Somebody'}** uploaded **${attachment.fileName ?? ''}**${nameIn(attachment, 'container') ? ` in **${nameIn(attachment, 'container')}**` : ''}.`,
      }
    return unsupported(action)
  },
})

import * as z from 'zod'
import { integration } from './integration.ts'
import { quote } from './quote.ts'

const person = z
  .looseObject({
    login: z.string().optional(),
    firstname: z.string().optional(),
    lastname: z.string().optional(),
  })
  .transform(
    ({ login = 'Somebody', firstname = '', lastname = '' }) => `${firstname} ${lastname}`.trim() || login,
  )
const named = z.looseObject({ name: z.string() })

export const redmine = integration({
  name: 'redmine',
  label: 'Redmine',
  group: 'tracking',
  setup:
    'Install the plugin **redmine_webhook**, open **Settings → WebHook** in the project, and paste the address.',
  events: ['opened', 'updated'],
  payload: z.looseObject({
    payload: z.looseObject({
      action: z.enum(['opened', 'updated']),
      url: z.string().default(''),
      issue: z.looseObject({
        id: z.int(),
        subject: z.string(),
        description: z.string().nullish(),
        project: named.optional(),
        tracker: named.optional(),
        status: named.optional(),
        priority: named.optional(),
        author: person.optional(),
        assignee: person.nullish(),
      }),
      journal: z.looseObject({ notes: z.string().nullish(), author: person.optional() }).nullish(),
    }),
  }),
  read({ payload: { payload: given } }) {
    const { action, url, issue, journal } = given
    const { id, subject, tracker, status, priority, assignee } = issue
    const actor = (action === 'updated' ? journal?.author : issue.author) ?? 'Somebody'
    const facts = [
      ...(status ? [`* **Status**: ${status.name}`] : []),
      ...(priority ? [`* **Priority**: ${priority.name}`] : []),
      `* **Assignee**: ${assignee ?? 'no one'}`,
    ]
    const text = action === 'updated' ? journal?.notes : issue.description
    const shown = text ? `\n\n${quote(text)}` : ''
    return {
      event: action,
      topic: `${tracker?.name ?? 'Issue'} #${id} ${subject}`,
      content: `${actor} ${action} [${tracker?.name ?? 'Issue'} #${id}: ${subject}](${url}):\n\n${facts.join('\n')}${shown}`,
    }
  },
})

import * as z from 'zod'
import { integration, option } from './integration.ts'

const alert = z.looseObject({
  alertId: z.string(),
  message: z.string(),
  tags: z.array(z.string()).nullish(),
  note: z.string().nullish(),
  recipient: z.string().nullish(),
  addedTags: z.string().nullish(),
  removedTags: z.string().nullish(),
  team: z.string().nullish(),
  owner: z.string().nullish(),
  oldPriority: z.string().nullish(),
  priority: z.string().nullish(),
  description: z.string().nullish(),
})

const events = [
  'AddNote',
  'AddRecipient',
  'AddTags',
  'AddTeam',
  'AssignOwnership',
  'TakeOwnership',
  'Create',
  'Close',
  'Delete',
  'Acknowledge',
  'UnAcknowledge',
  'Escalate',
  'EscalateNext',
  'RemoveTags',
  'UpdateDescription',
  'UpdateMessage',
  'UpdatePriority',
  'Snooze',
  'SnoozeEnded',
  'ExecuteCustomAction',
  'Details',
]

export const opsgenie = integration({
  name: 'opsgenie',
  label: 'Opsgenie',
  group: 'monitoring',
  setup:
    'In Opsgenie, open **Settings → Integrations → Webhook**, paste the address as **Webhook URL**, and tick **Add Alert Description to Payload**.',
  events,
  options: { eu_region: option.flag('Your account is in the European region') },
  payload: z.looseObject({ action: z.enum(events), integrationName: z.string().optional(), alert }),
  read({ payload: { action, integrationName, alert: about }, options }) {
    const base = options.eu_region ? 'https://app.eu.opsgenie.com' : 'https://app.opsgenie.com'
    const link = `[Opsgenie alert for ${integrationName ?? 'Opsgenie'}](${base}/alert/V2#/show/${about.alertId})`
    const fact = (label: string, value: string | null | undefined) =>
      value ? [`* **${label}**: ${value}`] : []
    const priority =
      about.oldPriority && about.priority ? `${about.oldPriority} → ${about.priority}` : undefined
    const lines = [
      `* **Type**: ${action}`,
      ...fact('Note', about.note),
      ...fact('Recipient', about.recipient),
      ...fact('Added tags', about.addedTags),
      ...fact('Removed tags', about.removedTags),
      ...fact('Added team', about.team),
      ...fact('Assigned owner', about.owner),
      ...fact('Updated priority', priority),
      ...fact('Updated description', action === 'UpdateDescription' ? about.description : undefined),
      `* **Message**: ${about.message}`,
      ...fact('Tags', (about.tags ?? []).map((tag) => `\`${tag}\``).join(' ')),
    ]
    return { event: action, topic: integrationName ?? 'Opsgenie', content: `${link}:\n${lines.join('\n')}` }
  },
})

import * as z from 'zod'
import { integration, unsupported } from './integration.ts'
import { hubSignature } from './signature.ts'

const tier = z.looseObject({ name: z.string() })

export const gitHubSponsors = integration({
  name: 'githubsponsors',
  label: 'GitHub Sponsors',
  group: 'money',
  setup:
    'On your **GitHub Sponsors** dashboard, open **Webhooks → Add webhook**, paste the address as **Payload URL** and choose **application/json**.',
  events: [
    'created',
    'cancelled',
    'edited',
    'tier_changed',
    'pending_cancellation',
    'pending_tier_change',
    'ping',
  ],
  eventHeader: 'x-github-event',
  signature: hubSignature,
  payload: z.looseObject({
    action: z.string().optional(),
    sponsorship: z.looseObject({ sponsor: z.looseObject({ login: z.string() }), tier }).optional(),
    changes: z.looseObject({ tier: z.looseObject({ from: tier }).optional() }).optional(),
    effective_date: z.string().nullish(),
  }),
  read({ payload, event }) {
    if (event === 'ping')
      return { event: 'ping', topic: 'sponsors', content: 'GitHub Sponsors reaches this address.' }
    const { action = '', sponsorship, changes, effective_date: date } = payload
    if (event !== 'sponsorship' || !sponsorship) return unsupported(event)
    const who = sponsorship.sponsor.login
    const now = sponsorship.tier.name
    const before = changes?.tier?.from.name ?? ''
    const from = date ? ` effective from ${date.slice(0, 10)}` : ''
    const contents: Readonly<Record<string, string>> = {
      created: `${who} created sponsorship for the tier ${now}.`,
      cancelled: `${who} cancelled the tier ${now}.`,
      edited: `${who} changed who can see the sponsorship for the tier ${now}.`,
      tier_changed: `${who} changed the tier from ${before} to ${now}.`,
      pending_cancellation: `${who}'s cancellation of the tier ${now} is pending${from}.`,
      pending_tier_change: `${who}'s change of the tier from ${before} to ${now} is pending${from}.`,
    }
    const content = contents[action]
    return content === undefined
      ? unsupported(`sponsorship ${action}`)
      : { event: action, topic: 'sponsors', content }
  },
})

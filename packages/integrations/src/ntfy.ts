import * as z from 'zod'
import { integration } from './integration.ts'

export const ntfy = integration({
  name: 'ntfy',
  aliases: ['gotify'],
  label: 'Gotify and ntfy',
  group: 'general',
  setup: 'For programs that send JSON to Gotify or ntfy: replace the address of that server by this one.',
  events: null,
  takesForms: true,
  payload: z.looseObject({
    topic: z.string().nullish(),
    title: z.string().nullish(),
    message: z.string(),
    priority: z.coerce.number().optional().catch(undefined),
    tags: z.array(z.string()).optional().catch(undefined),
    click: z.string().nullish(),
  }),
  read({ payload: { topic, title, message, priority, tags, click }, hasTopic }) {
    const name = title ? (click ? `[${title}](${click})` : title) : ''
    // Without a topic, the title is the topic.
    const isHead = name !== '' && (hasTopic || Boolean(topic) || Boolean(click))
    const urgent = (priority ?? 0) >= 5 ? ':alert: ' : ''
    const labels = tags && tags.length > 0 ? `\n\n${tags.map((tag) => `\`${tag}\``).join(' ')}` : ''
    return {
      topic: topic || title || 'Notifications',
      content: `${urgent}${isHead ? `**${name}**\n\n` : ''}${message}${labels}`,
    }
  },
})

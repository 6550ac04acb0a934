import * as z from 'zod'
import { integration, unsupported } from './integration.ts'
import { quote } from './quote.ts'
import { hubSignature } from './signature.ts'

const item = z.looseObject({
  type: z.string().optional(),
  id: z.string().default(''),
  name: z.string().nullish(),
  email: z.string().nullish(),
  company: z.looseObject({ name: z.string().nullish() }).nullish(),
  user: z.looseObject({ name: z.string().nullish(), email: z.string().nullish() }).nullish(),
  assignee: z.looseObject({ name: z.string().nullish() }).nullish(),
  links: z.looseObject({ conversation_web: z.string().nullish() }).nullish(),
  tag: z.looseObject({ name: z.string() }).nullish(),
  conversation_message: z.looseObject({ body: z.string().nullish() }).nullish(),
  conversation_parts: z
    .looseObject({
      conversation_parts: z
        .array(
          z.looseObject({
            body: z.string().nullish(),
            author: z.looseObject({ name: z.string().nullish(), type: z.string().optional() }).nullish(),
          }),
        )
        .default([]),
    })
    .nullish(),
})

const verbs: Readonly<Record<string, string>> = {
  'conversation.admin.assigned': 'was assigned',
  'conversation.admin.closed': 'was closed',
  'conversation.admin.opened': 'was opened',
  'conversation.admin.snoozed': 'was snoozed',
  'conversation.admin.unsnoozed': 'is no longer snoozed',
  'conversation.admin.replied': 'got an answer',
  'conversation.admin.noted': 'got a note',
  'conversation.admin.single.created': 'was begun',
  'conversation.user.created': 'was begun',
  'conversation.user.replied': 'got a message',
}
const others: Readonly<Record<string, string>> = {
  'company.created': 'New company',
  'contact.created': 'New contact',
  'contact.signed_up': 'Contact signed up',
  'contact.added_email': 'Contact added an email address',
  'user.created': 'New user',
  'user.deleted': 'User deleted',
  'user.unsubscribed': 'User unsubscribed',
  'user.email.updated': 'User changed the email address',
}

/** Bodies come as HTML. */
const plain = (html: string) =>
  html
    .replaceAll(/<br\s*\/?>|<\/p>/g, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .trim()

export const intercom = integration({
  name: 'intercom',
  label: 'Intercom',
  group: 'support',
  setup:
    'In the **Developer Hub**, open your app, **Webhooks**, paste the address as **Endpoint URL** and choose the topics.',
  events: ['ping', ...Object.keys(verbs), ...Object.keys(others)],
  signature: hubSignature,
  deliveryId: ({ payload }) => z.looseObject({ id: z.string() }).safeParse(payload).data?.id,
  payload: z.looseObject({ topic: z.string(), data: z.looseObject({ item }) }),
  read({ payload: { topic: event, data } }) {
    const about = data.item
    const who = about.user?.name ?? about.name ?? about.user?.email ?? about.email ?? 'Somebody'
    if (event === 'ping') return { event, topic: 'Intercom', content: 'Intercom reaches this address.' }
    const other = others[event]
    if (other !== undefined)
      return {
        event,
        topic: 'Intercom',
        content: `${other}: **${who}**${about.email && about.email !== who ? ` (${about.email})` : ''}`,
      }
    const verb = verbs[event] ?? unsupported(event)
    const url = about.links?.conversation_web
    const conversation = url ? `[Conversation](${url})` : 'Conversation'
    const to =
      event === 'conversation.admin.assigned' && about.assignee?.name ? ` to **${about.assignee.name}**` : ''
    const part = about.conversation_parts?.conversation_parts.at(-1)
    const body = part?.body ?? (event.endsWith('created') ? about.conversation_message?.body : undefined)
    const by = part?.author?.name ? ` by **${part.author.name}**` : ''
    const text = body ? `:\n${quote(plain(body))}` : '.'
    return { event, topic: `Conversation with ${who}`, content: `${conversation} ${verb}${to}${by}${text}` }
  },
})

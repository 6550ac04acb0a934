import * as z from 'zod'
import { integration } from './integration.ts'

const embed = z.looseObject({
  title: z.string().nullish(),
  url: z.string().nullish(),
  description: z.string().nullish(),
  author: z.looseObject({ name: z.string().nullish(), url: z.string().nullish() }).nullish(),
  fields: z.array(z.looseObject({ name: z.string(), value: z.string() })).nullish(),
  image: z.looseObject({ url: z.string().nullish() }).nullish(),
  footer: z.looseObject({ text: z.string().nullish() }).nullish(),
  timestamp: z.string().nullish(),
})

const linked = (text: string, url: string | null | undefined) => (url ? `[${text}](${url})` : text)

function embedText({
  title,
  url,
  description,
  author,
  fields,
  image,
  footer,
  timestamp,
}: z.output<typeof embed>): string {
  return [
    author?.name ? linked(author.name, author.url) : '',
    title ? `## ${linked(title, url)}` : '',
    description ?? '',
    (fields ?? []).map(({ name, value }) => `**${name}**: ${value}`).join('\n'),
    image?.url ? `[](${image.url})` : '',
    footer?.text ?? '',
    timestamp ? `<time:${timestamp}>` : '',
  ]
    .filter((part) => part.trim() !== '')
    .join('\n\n')
}

/** Times, and mentions of people, roles and channels, which are ids of another server. */
const plain = (text: string): string =>
  text.replaceAll(/<t:(\d+)(?::[a-z])?>/gi, '<time:$1>').replaceAll(/<a?(:\w+:)\d+>/g, '$1')

export const discord = integration({
  name: 'discord',
  label: 'Discord-compatible webhook',
  group: 'general',
  setup:
    'Paste the address wherever a program asks for the **URL of a Discord webhook**. The topic is the one of the address, or the name that the program gives itself.',
  events: null,
  payloadField: 'payload_json',
  payload: z.looseObject({
    content: z.string().nullish(),
    username: z.string().nullish(),
    thread_name: z.string().nullish(),
    embeds: z.array(embed).nullish(),
  }),
  read({ payload: { content, username, thread_name, embeds } }) {
    const parts = [content ?? '', ...(embeds ?? []).map(embedText)].filter((part) => part.trim() !== '')
    return { topic: thread_name ?? username ?? '', content: plain(parts.join('\n\n').slice(0, 30_000)) }
  },
})

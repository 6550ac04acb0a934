import { channelSlug, encodeHashComponent } from '@tagma/contract/address.ts'
import { escapeAttribute, escapeLiteral } from './html.ts'
import type { LinkableChannel } from './lookups.ts'
import { boundary } from './mention.ts'
import { hasPlaceholder, type Rendering } from './rendering.ts'

const channelLink = new RegExp(String.raw`${boundary}#\*\*([^*]+)\*\*`, 'g')
/** Matches the text between the asterisks of a link to a topic: channel, topic and message id. */
export const channelTopic = /^([^>]+)>(.*?)(?:@(\d+))?$/s

/**
 * `#**channel**`, `#**channel>topic**` and `#**channel>topic@12**`. Channel names compare exactly. A topic's address
 * ends in `/with/<newest message>` if that message is known (feature levels 347 and 400).
 */
export function renderChannelLinks(text: string, rendering: Rendering): string {
  if (!text.includes('#**')) return text
  return text.replace(channelLink, (source: string, written: string) => {
    if (hasPlaceholder(written)) return source
    const parts = channelTopic.exec(written)
    const channel = rendering.names.channel(parts?.[1] ?? written)
    if (channel === undefined) return source
    rendering.facts.hasLink = true
    return rendering.put(
      parts === null ? channelHtml(channel) : topicHtml(channel, parts[2]!, parts[3], rendering),
    )
  })
}

function channelHtml(channel: LinkableChannel): string {
  const href = escapeAttribute(channelPath(channel))
  return `<a class="stream" data-stream-id="${channel.id}" href="${href}">#${escapeLiteral(channel.name)}</a>`
}

function topicHtml(
  channel: LinkableChannel,
  topic: string,
  messageId: string | undefined,
  { lookups, names }: Rendering,
): string {
  const path = `${channelPath(channel)}/topic/${encodeHashComponent(topic)}`
  const topicLabel =
    topic === '' ? `<em>${escapeLiteral(lookups.options.emptyTopicName)}</em>` : escapeLiteral(topic)
  const label = `#${escapeLiteral(channel.name)} &gt; ${topicLabel}`
  if (messageId !== undefined) {
    return `<a class="message-link" href="${escapeAttribute(`${path}/near/${messageId}`)}">${label} @ 💬</a>`
  }
  const known = names.topic(channel.id, topic)
  const suffix = known === undefined ? '' : `${topic === '' ? '' : '/'}with/${known.latestMessageId}`
  return `<a class="stream-topic" data-stream-id="${channel.id}" href="${escapeAttribute(path + suffix)}">${label}</a>`
}

function channelPath(channel: LinkableChannel): string {
  return `/#narrow/channel/${channelSlug(channel.id, channel.name)}`
}

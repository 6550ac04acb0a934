import * as z from 'zod'
import { integration } from './integration.ts'
import { attachmentText, blockText, slackAttachment, slackBlock, slackMarkdown } from './slack-text.ts'

/** A message cannot be longer, and links become shorter. */
const longest = 30_000

export const slackIncoming = integration({
  name: 'slack_incoming',
  label: 'Slack-compatible webhook',
  group: 'general',
  setup:
    'Paste the address wherever a program asks for the **URL of a Slack webhook**. Text, attachments and blocks are understood. The topic is the one of the address, or else the channel that the program names.',
  events: null,
  payloadField: 'payload',
  answer: { ok: true },
  payload: z.looseObject({
    text: z.string().nullish(),
    channel: z.string().nullish(),
    icon_emoji: z.string().nullish(),
    blocks: z.array(slackBlock).nullish(),
    attachments: z.array(slackAttachment).nullish(),
  }),
  read({ payload }) {
    const { text, channel, icon_emoji, blocks, attachments } = payload
    const parts = [
      ...(blocks ?? []).map(blockText),
      ...(attachments ?? []).map((part) => attachmentText(part)),
    ]
      .map((part) => part.trim())
      .filter((part) => part !== '')
    const body =
      parts.length > 0 ? parts.join('\n\n') : text ? `${icon_emoji ? `${icon_emoji} ` : ''}${text}` : ''
    return {
      topic: (channel ?? '').replace(/^[#@]/, ''),
      content: slackMarkdown(body.slice(0, longest).trim()),
      ...(channel ? { channel: channel.replace(/^[#@]/, '') } : {}),
    }
  },
})

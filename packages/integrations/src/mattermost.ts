import * as z from 'zod'
import { integration } from './integration.ts'
import { attachmentText, slackAttachment } from './slack-text.ts'

export const mattermost = integration({
  name: 'mattermost',
  label: 'Mattermost-compatible webhook',
  group: 'general',
  setup:
    'Paste the address wherever a program asks for the **URL of a Mattermost webhook**. Texts are Markdown. With `mapping=channels` the message goes to the channel that the program names.',
  events: null,
  payloadField: 'payload',
  payload: z.looseObject({
    text: z.string().nullish(),
    channel: z.string().nullish(),
    icon_emoji: z.string().nullish(),
    attachments: z.array(slackAttachment).nullish(),
  }),
  read({ payload: { text, channel, icon_emoji, attachments } }) {
    const named = (channel ?? '').replace(/^[#@]/, '')
    const parts = [text ?? '', ...(attachments ?? []).map((part) => attachmentText(part, '**'))]
    const body = parts.filter((part) => part.trim() !== '').join('\n\n')
    return {
      topic: named,
      content: body === '' ? '' : `${icon_emoji ? `${icon_emoji} ` : ''}${body}`,
      ...(named === '' ? {} : { channel: named }),
    }
  },
})

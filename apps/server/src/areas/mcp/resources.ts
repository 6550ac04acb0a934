import { must } from '#model/must.ts'
import { RpcError, rpcCodes } from './json-rpc.ts'
import type { ToolUse } from './tool-use.ts'
import type { Fields } from './tool.ts'
import { readMessageTool, readTopicTool } from './tools/message-reading.ts'

export const listResourceTemplates = () => ({
  resourceTemplates: [
    {
      uriTemplate: 'tagma://channels/{id}/topics/{topic}',
      name: 'topic',
      title: 'Topic',
      description: 'The newest messages of a topic, as Markdown.',
      mimeType: 'text/markdown',
    },
    {
      uriTemplate: 'tagma://messages/{id}',
      name: 'message',
      title: 'Message',
      description: 'A message, as Markdown.',
      mimeType: 'text/markdown',
    },
  ],
})

/** Reads a resource as Markdown. Throws an RpcError for an address of no resource, and a Refusal for a missing one. */
export async function readResource(use: ToolUse, uri: unknown) {
  const address = String(uri)
  const [, message] = /^tagma:\/\/messages\/(\d{1,15})$/.exec(address) ?? []
  const [, channel, topic] = /^tagma:\/\/channels\/(\d{1,15})\/topics\/([^/]*)$/.exec(address) ?? []
  if (message === undefined && channel === undefined)
    throw new RpcError(rpcCodes.invalidParams, 'There is no such resource.', { data: { uri: address } })
  const messages =
    message === undefined
      ? await readTopicTool.run(use, { channel, topic: decoded(topic ?? ''), limit: 50 } as never)
      : await readMessageTool.run(use, { message, context: 0 } as never)
  const shown = (messages.messages ?? [messages.message]) as readonly Fields[]
  return {
    contents: [{ uri: address, mimeType: 'text/markdown', text: shown.map(asMarkdown).join('\n\n') }],
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new RpcError(rpcCodes.invalidParams, 'The name of the topic is not encoded as an address.')
  }
}

const asMarkdown = (message: Fields) =>
  `**${String(message.author)}** (${String(message.sent_at)}, [message](${String(message.link)})):\n\n${quoted(must(message.content, 'a message has content'))}`

/** Each line is a quotation, so that no content looks like another message. */
const quoted = (content: unknown) =>
  String(content)
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')

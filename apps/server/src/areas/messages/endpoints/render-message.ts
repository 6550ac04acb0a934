import { renderMessage } from '@tagma/contract/endpoints/messages/render-message.ts'
import { limits } from '@tagma/contract/limits.ts'
import { codePointLength } from '@tagma/contract/primitives.ts'
import { handle } from '#call/call.ts'
import { badRequest } from '#model/refusal.ts'
import { renderContent } from '../render/render-content.ts'

export const renderMessageHandler = handle(
  renderMessage,
  async ({ caller, directory, services }, { content }) => {
    if (codePointLength(content) > limits.maxMessageLength) {
      throw badRequest(`content is too long (limit: ${limits.maxMessageLength} characters)`)
    }
    const { html } = await renderContent(services, directory, caller, content)
    return { rendered: html }
  },
)

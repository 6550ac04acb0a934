import { endpoint, text } from '../../define.ts'
import { limits } from '../../limits.ts'
import { id, nonBlank } from '../../primitives.ts'

export const testWelcomeBotCustomMessage = endpoint({
  id: 'test-welcome-bot-custom-message',
  method: 'POST',
  path: '/realm/test_welcome_bot_custom_message',
  role: 'administrator',
  scope: 'organization',
  since: 416,
  summary: 'Send yourself a welcome message to see how it looks.',
  doc: 'The welcome bot sends the text to the caller.',
  params: {
    welcome_message_custom_text: text(nonBlank(limits.maxWelcomeMessageLength), 'Markdown.'),
  },
  returns: { message_id: id('message') },
  example: {
    request: { welcome_message_custom_text: 'Welcome **aboard**!' },
    response: { message_id: 42 },
  },
})

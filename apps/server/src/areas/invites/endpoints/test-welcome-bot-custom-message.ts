import { testWelcomeBotCustomMessage } from '@tagma/contract/endpoints/invites/test-welcome-bot-custom-message.ts'
import { handle } from '#call/call.ts'
import { botMessage, tellDirectly } from '../welcome.ts'

export const testWelcomeBotCustomMessageHandler = handle(
  testWelcomeBotCustomMessage,
  async ({ caller, directory, services, transact }, args) => {
    const message = await botMessage(services, directory, 'welcome', args.welcome_message_custom_text)
    return { message_id: await transact((tx) => tellDirectly(tx, directory, message, caller)) }
  },
)

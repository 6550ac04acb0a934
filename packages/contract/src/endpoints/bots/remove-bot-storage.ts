import { endpoint, json } from '../../define.ts'
import { botStorageKeys } from '../../objects/bot-storage.ts'

export const removeBotStorage = endpoint({
  id: 'remove-bot-storage',
  method: 'DELETE',
  path: '/bot_storage',
  role: 'guest',
  summary: 'Remove what a bot keeps on the server.',
  doc: 'Only bots may call it, each for itself.',
  params: {
    keys: json(botStorageKeys.optional(), 'The keys to remove. All of them by default.'),
  },
  returns: {},
  errors: [
    { code: 'BAD_REQUEST', when: 'The bot keeps nothing under one of the keys.' },
    { code: 'PERMISSION_DENIED', when: 'The caller is no bot.' },
  ],
  changes: [{ level: 494, text: 'People can no longer call it.' }],
  example: { request: { keys: ['last_run'] }, response: {} },
})

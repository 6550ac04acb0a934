import { endpoint, json } from '../../define.ts'
import { botStorageKeys } from '../../objects/bot-storage.ts'

export const removeBotStorage = endpoint({
  id: 'remove-bot-storage',
  method: 'DELETE',
  path: '/bot_storage',
  role: 'guest',
  scope: 'settings',
  summary: 'Remove values from a bot’s storage.',
  doc: 'For bots only; each bot changes its own storage.',
  params: {
    keys: json(botStorageKeys.optional(), 'The keys to remove. By default all of them.'),
  },
  returns: {},
  errors: [
    { code: 'BAD_REQUEST', when: 'One of the keys has no value.' },
    { code: 'PERMISSION_DENIED', when: 'The caller is no bot.' },
  ],
  changes: [{ level: 494, text: 'People can no longer call it.' }],
  example: { request: { keys: ['last_run'] }, response: {} },
})

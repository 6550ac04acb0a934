import { endpoint, field, json } from '../../define.ts'
import { botStorage, botStorageKeys } from '../../objects/bot-storage.ts'

export const getBotStorage = endpoint({
  id: 'get-bot-storage',
  method: 'GET',
  path: '/bot_storage',
  role: 'guest',
  summary: 'Read what a bot keeps on the server.',
  doc: 'Only bots may call it, each for itself.',
  params: {
    keys: json(botStorageKeys.optional(), 'The keys to read. All of them by default.'),
  },
  returns: { storage: field(botStorage, 'The values by their keys.') },
  errors: [
    { code: 'BAD_REQUEST', when: 'The bot keeps nothing under one of the keys.' },
    { code: 'PERMISSION_DENIED', when: 'The caller is no bot.' },
  ],
  changes: [{ level: 494, text: 'People can no longer call it.' }],
  example: { request: { keys: ['last_run'] }, response: { storage: { last_run: '2026-01-05' } } },
})

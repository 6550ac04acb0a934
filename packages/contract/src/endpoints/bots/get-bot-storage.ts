import { endpoint, field, json } from '../../define.ts'
import { botStorage, botStorageKeys } from '../../objects/bot-storage.ts'

export const getBotStorage = endpoint({
  id: 'get-bot-storage',
  method: 'GET',
  path: '/bot_storage',
  role: 'guest',
  scope: 'settings',
  summary: 'Read a bot’s storage.',
  doc: 'For bots only; each bot reads its own storage.',
  params: {
    keys: json(botStorageKeys.optional(), 'The keys to read. By default all of them.'),
  },
  returns: { storage: field(botStorage, 'The values, keyed by key.') },
  errors: [
    { code: 'BAD_REQUEST', when: 'One of the keys has no value.' },
    { code: 'PERMISSION_DENIED', when: 'The caller is not a bot.' },
  ],
  changes: [{ level: 494, text: 'People can no longer call it.' }],
  example: { request: { keys: ['last_run'] }, response: { storage: { last_run: '2026-01-05' } } },
})

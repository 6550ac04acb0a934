import { endpoint, json } from '../../define.ts'
import { limits } from '../../limits.ts'
import { botStorage } from '../../objects/bot-storage.ts'

export const updateBotStorage = endpoint({
  id: 'update-bot-storage',
  method: 'PUT',
  path: '/bot_storage',
  role: 'guest',
  summary: 'Keep something for a bot on the server.',
  doc: `Only bots may call it, each for itself. What is there under other keys stays. Keys and values may have ${limits.maxBotStorageLength} characters together.`,
  maxFormBytes: limits.maxLongFormBytes,
  params: { storage: json(botStorage, 'The values to keep by their keys.') },
  returns: {},
  errors: [
    { code: 'BAD_REQUEST', when: 'The bot would keep more than it may.' },
    { code: 'PERMISSION_DENIED', when: 'The caller is no bot.' },
  ],
  changes: [{ level: 494, text: 'People can no longer call it.' }],
  example: { request: { storage: { last_run: '2026-01-05' } }, response: {} },
})

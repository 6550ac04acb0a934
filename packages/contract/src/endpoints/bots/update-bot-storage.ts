import { endpoint, json } from '../../define.ts'
import { limits } from '../../limits.ts'
import { botStorage } from '../../objects/bot-storage.ts'

export const updateBotStorage = endpoint({
  id: 'update-bot-storage',
  method: 'PUT',
  path: '/bot_storage',
  role: 'guest',
  scope: 'settings',
  summary: 'Save values in a bot’s storage.',
  doc: `For bots only; each bot changes its own storage. Values under other keys stay. All keys and values together may have ${limits.maxBotStorageLength} characters.`,
  maxFormBytes: limits.maxLongFormBytes,
  params: { storage: json(botStorage, 'The values to save, keyed by key.') },
  returns: {},
  errors: [
    { code: 'BAD_REQUEST', when: 'The bot’s storage would grow beyond its limit.' },
    { code: 'PERMISSION_DENIED', when: 'The caller is no bot.' },
  ],
  changes: [{ level: 494, text: 'People can no longer call it.' }],
  example: { request: { storage: { last_run: '2026-01-05' } }, response: {} },
})

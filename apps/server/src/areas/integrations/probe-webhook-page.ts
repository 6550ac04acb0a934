import type { Page } from '#http/page.ts'

/**
 * Answers services that ask for the address of a webhook before they use it: some send HEAD, others a GET with a
 * challenge, which they want back. The key is not looked at: nobody learns by it whether one is right.
 */
const probed = (path: string): Page => ({
  method: 'GET',
  path,
  limit: 'page',
  answer: async ({ fields }) => ({
    status: 200,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    body: fields.challenge ?? '',
  }),
})

export const probeWebhookPage: Page = probed('/api/v1/external/:integration')
export const probeHookPage: Page = probed('/hooks/:api_key')
export const probeDiscordHookPage: Page = probed('/api/webhooks/:bot_id/:api_key')

import type { Page } from '#http/page.ts'

/**
 * Answers services that ask for the address of a webhook before they use it: some send HEAD, others a GET with a
 * challenge, which they want back.
 */
export const probeWebhookPage: Page = {
  method: 'GET',
  path: '/api/v1/external/:integration',
  limit: 'page',
  answer: async ({ fields }) => ({
    status: 200,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    body: fields.challenge ?? '',
  }),
}

import type { Page } from '#http/page.ts'

/** Page that asks search engines to stay away: a chat is for its people. */
export const robotsPage: Page = {
  method: 'GET',
  path: '/robots.txt',
  answer: async () => ({
    status: 200,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'max-age=86400' },
    body: 'User-agent: *\nDisallow: /\n',
  }),
}

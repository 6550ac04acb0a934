import type { Page } from '#http/page.ts'
import { newestLogId } from '#store/log/event-log.ts'
import { installation } from '#store/log/transactions.ts'

/**
 * Page for load balancers and monitors: 200 while the database can be read, else the 503 of all calls. It names no
 * organization and no version, because anybody may ask.
 */
export const healthPage: Page = {
  method: 'GET',
  path: '/health',
  async answer({ services }) {
    await newestLogId(services.data.db, installation)
    return {
      status: 200,
      headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
      body: JSON.stringify({ result: 'success', msg: '' }),
    }
  },
}

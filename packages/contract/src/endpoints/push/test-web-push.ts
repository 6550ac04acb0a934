import { endpoint, inPath } from '../../define.ts'
import { id } from '../../primitives.ts'

export const testWebPush = endpoint({
  id: 'test-web-push',
  method: 'POST',
  path: '/tagma/web_push_subscriptions/{subscription_id}/test',
  session: true,
  role: 'guest',
  scope: 'none',
  bots: false,
  summary: 'Send a test notification to one of your browsers.',
  doc: 'Answers when the browser’s push service has taken it. An endpoint of Tagma; Zulip has none for this.',
  params: { subscription_id: inPath(id('subscription'), 'The browser’s subscription.') },
  returns: {},
  errors: [
    {
      code: 'BAD_REQUEST',
      when: 'The subscription does not exist, is not yours, or has ended at the push service.',
    },
    {
      code: 'FAILED_TO_CONNECT_BOUNCER',
      when: 'The browser’s push service cannot be reached, or does not take the notification.',
    },
  ],
  example: { request: { subscription_id: 4 }, response: {} },
})

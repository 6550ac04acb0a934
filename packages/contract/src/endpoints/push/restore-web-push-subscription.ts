import { endpoint, inPath } from '../../define.ts'
import { id } from '../../primitives.ts'

export const restoreWebPushSubscription = endpoint({
  id: 'restore-web-push-subscription',
  method: 'POST',
  path: '/tagma/web_push_subscriptions/{subscription_id}/restore',
  session: true,
  role: 'guest',
  scope: 'none',
  bots: false,
  summary: 'Send notifications to a browser again that was removed.',
  doc: 'Takes [the removal](remove-web-push-subscription) back while the browser’s session lasts. A browser that was opened meanwhile has ended its subscription: it leaves the list with the next notification. An endpoint of Tagma; Zulip has none for this.',
  params: { subscription_id: inPath(id('subscription'), 'The browser’s subscription.') },
  returns: {},
  errors: [
    {
      code: 'BAD_REQUEST',
      when: 'The subscription does not exist any more, was not removed, or is not yours.',
    },
  ],
  example: { request: { subscription_id: 4 }, response: {} },
})

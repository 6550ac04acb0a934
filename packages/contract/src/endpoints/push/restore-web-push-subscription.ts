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
  summary: 'Resume notifications for a removed browser.',
  doc: 'Takes [the removal](remove-web-push-subscription) back while the browser’s session lasts. If the browser was opened in between, it has ended its subscription, and leaves the list with the next notification. An endpoint of Tagma; Zulip has none for this.',
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
